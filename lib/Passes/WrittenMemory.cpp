#include "WrittenMemory.h"

#include "fx/Analysis/LayoutUses.h"
#include "fx/Analysis/MemoryUses.h"
#include "fx/Ops/Callee.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx {

namespace {

using Value = WrittenMemory::Value;

/// Views of views that are written to: each write rebuilds what is around its place.
constexpr size_t max_depth = 64;

bool is_setitem(const Node& node) {
  return node.is_call_function("operator.setitem") && node.args().size() == 3 &&
         node.kwargs().empty() && node.arg(0).is_node();
}

/// Whether x[index] has as many dimensions as the value that it gets: Python leaves out those of
/// size 1 in front, and copy does not.
bool fits(const Node& node, std::span<const ViewStep> index) {
  const TensorMeta* whole = node.arg(0).as_node()->meta(meta::tensor_meta);
  const TensorMeta* value = node.arg(2).as_node()->meta(meta::tensor_meta);
  if (whole == nullptr || value == nullptr) return false;
  auto rank = static_cast<int64_t>(whole->shape.size());
  for (const ViewStep& step : index)
    rank += step.name == "select" ? -1 : step.name == "unsqueeze" ? 1 : 0;
  return static_cast<int64_t>(value->shape.size()) <= rank;
}

} // namespace

WrittenMemory::WrittenMemory(Graph& graph, const AliasAnalysis& aliasing, const TypeAnalysis& types,
                             bool are_distinct)
    : graph_(graph), aliasing_(aliasing), types_(types), are_distinct_(are_distinct) {
  for (Node* node : graph_) {
    add_write(*node);
    add_value(*node);
    if (tells_layout(*node))
      for (const Node* input : node->input_nodes())
        if (const Value* asked = value(*input))
          refuse(asked->memory, *node,
                 fmt::format("%{} tells where in memory it lies", node->name().view()));
  }
  note_last_uses();
  check_unsure();
  check_modes();
  check_external();
}

Value* WrittenMemory::value(const Node& node) {
  const auto found = values_.find(&node);
  return found == values_.end() ? nullptr : &found->second;
}

const WrittenMemory::Write* WrittenMemory::write(const Node& node) const {
  const auto found = writes_.find(&node);
  return found == writes_.end() ? nullptr : &found->second;
}

Value* WrittenMemory::place(Value* value) {
  while (value->kind == Value::Kind::Same)
    value = value->parent;
  return value;
}

void WrittenMemory::refuse(Class memory, const Node& node, std::string reason) {
  refusals_.try_emplace(memory, Refusal{&node, std::move(reason)});
}

Value& WrittenMemory::make(Value::Kind kind, Node& node, Value* parent) {
  Value& made = values_[&node];
  made.kind = kind;
  made.node = &node;
  made.parent = parent;
  made.memory = aliasing_.memory(node);
  const bool begins = kind == Value::Kind::Whole || kind == Value::Kind::Unsure;
  made.root = begins ? &made : place(parent)->root;
  return made;
}

void WrittenMemory::add_value(Node& node) {
  const Class memory = aliasing_.memory(node);
  if (memory == AliasAnalysis::none || !aliasing_.is_written(memory)) return;
  if (const Write* write = this->write(node)) {
    make(Value::Kind::Same, node, write->to);
    return;
  }
  if (node.op() == Opcode::Output) return;
  if (node.op() == Opcode::Placeholder) {
    make(Value::Kind::Whole, node, nullptr);
    return;
  }
  if (node.op() == Opcode::GetAttr) {
    Value*& first = attributes_[node.target()];
    Value& made = make(first == nullptr ? Value::Kind::Whole : Value::Kind::Same, node, first);
    if (first == nullptr) first = &made;
    return;
  }
  const Effects& effects = aliasing_.effects(node);
  if (effects.unknown || effects.writes != 0) {
    refuse(memory, node, fmt::format("%{} may be any part of it", node.name().view()));
    make(Value::Kind::Unsure, node, nullptr);
    return;
  }
  const Node* of = viewed_value(node, aliasing_);
  Value* parent = of != nullptr ? value(*of) : nullptr;
  // Made again, it would read what its other operands are then.
  for (const Node* input : node.input_nodes())
    if (input != of && value(*input) != nullptr) parent = nullptr;
  if (parent != nullptr) {
    const bool of_list = !types_.type(*of).is(ValueType::Kind::Tensor);
    const bool is_element = of_list && place(parent)->kind == Value::Kind::View;
    Value& made = make(is_element ? Value::Kind::Element : Value::Kind::View, node, parent);
    made.start = is_element ? place(place(parent)->parent) : place(parent);
    // x[0] may be an item of a list; an operator takes nothing but a tensor.
    const bool is_index = node.is_call_function("operator.getitem");
    if (!of_list && (!is_index || types_.is_certain(*of))) made.steps = view_steps(node);
    if (is_element) made.steps = view_steps(node, of);
  } else if (effects.aliases == 0 && types_.type(node).is(ValueType::Kind::Tensor)) {
    make(Value::Kind::Whole, node, nullptr);
  } else {
    make(Value::Kind::Unsure, node, nullptr);
  }
}

/// Why a call that writes cannot be taken away by itself; empty: it can.
std::string WrittenMemory::refusal_of(const Node& node) {
  if (node.op() == Opcode::CallModule)
    return "a module does it: module-to-functional makes a call of a function of it, and "
           "inline-modules takes the graph of one in";
  const Effects& effects = aliasing_.effects(node);
  if (effects.unknown || effects.writes_state || effects.writes != Effects::operand_bit(0))
    return "it may write to more than its first operand";
  Value* to =
      node.args().empty() || !node.arg(0).is_node() ? nullptr : value(*node.arg(0).as_node());
  if (to == nullptr) return "its first operand is no value of the graph";
  // x += 1 of a number makes another one.
  const Node& object = *node.arg(0).as_node();
  if (ops::callee_of(node).is(ops::Callee::Kind::Inplace) &&
      !(types_.is_certain(object) && types_.type(object).is(ValueType::Kind::Tensor)))
    return fmt::format("it is not known that %{} is a tensor", object.name().view());
  size_t depth = 0;
  for (const Value* at = place(to); at->kind != Value::Kind::Whole; at = at->start) {
    if (at->kind == Value::Kind::Unsure)
      return fmt::format("%{} may be a view or a copy", at->node->name().view());
    if (!at->steps)
      return fmt::format("nothing leads back from the view %{}", at->node->name().view());
    if (++depth > max_depth) return fmt::format("it is a view of more than {} views", max_depth);
  }
  return {};
}

void WrittenMemory::add_write(Node& node) {
  const Effects& effects = aliasing_.effects(node);
  const std::vector<const Node*> written = aliasing_.written_by(node);
  // What is unknown may write to what no operand shows; statistics of a module may be an input.
  if (effects.unknown || (effects.writes_state && !are_distinct_))
    refuse(AliasAnalysis::external, node, refusal_of(node));
  if (written.empty()) return;
  std::string reason = refusal_of(node);
  std::optional<FunctionalForm> form;
  std::optional<std::vector<ViewStep>> index;
  if (reason.empty() && is_setitem(node)) {
    index = index_steps(node.arg(1));
    const bool is_known = node.arg(2).is(Argument::Kind::Int) ||
                          node.arg(2).is(Argument::Kind::Float) ||
                          node.arg(2).is(Argument::Kind::Bool) ||
                          (node.arg(2).is_node() && types_.is_certain(*node.arg(2).as_node()) &&
                           types_.type(*node.arg(2).as_node()).is(ValueType::Kind::Tensor));
    if (!index || !is_known)
      reason = "no operator gives what it makes of it";
    else if (node.arg(2).is_node() && !fits(node, *index))
      reason = "it is not known that the value has no more dimensions than its place";
  } else if (reason.empty()) {
    form = functional_form(node);
    if (!form) reason = "no operator gives as a new tensor what it writes";
  }
  if (!reason.empty()) {
    for (const Node* to : written)
      refuse(aliasing_.memory(*to), node, reason);
    return;
  }
  writes_.emplace(&node, Write{place(value(*node.arg(0).as_node())),
                               form.value_or(FunctionalForm()), std::move(index)});
}

void WrittenMemory::note_last_uses() {
  for (const Node* node : graph_) {
    const Value* value = this->value(*node);
    if (value == nullptr || value->root->kind != Value::Kind::Unsure) continue;
    uint32_t& last = last_uses_[value->root];
    for (const Node* user : node->users())
      last = std::max(last, aliasing_.position(*user));
  }
}

/// What may be a copy is one of the moment at which it was made.
void WrittenMemory::check_unsure() {
  for (const Node* node : graph_) {
    const Value* value = this->value(*node);
    if (value == nullptr) continue;
    const auto last = last_uses_.find(value);
    if (last == last_uses_.end()) continue;
    if (aliasing_.is_written_between(value->memory, aliasing_.position(*node), last->second))
      refuse(value->memory, *node,
             fmt::format("%{} may be a view or a copy, and is read behind a write",
                         node->name().view()));
  }
}

/// A view that is made again would be made in another mode.
void WrittenMemory::check_modes() {
  for (const Node* node : graph_) {
    const Value* value = this->value(*node);
    if (value == nullptr || !is_understood(value->memory)) continue;
    uint32_t last = value->memory == AliasAnalysis::external
                        ? static_cast<uint32_t>(graph_.size() - 1)
                        : aliasing_.position(*node);
    for (const Node* user : node->users())
      last = std::max(last, aliasing_.position(*user));
    if (aliasing_.has_barrier_between(0, last) || aliasing_.effects(*graph_.front()).barrier)
      refuse(value->memory, *aliasing_.at(aliasing_.writers(value->memory).front()),
             "a mode of computing is set before the last use of it");
  }
}

/// Inputs, parameters and buffers get what they are to have at the end: nobody may look before, by
/// another name.
void WrittenMemory::check_external() {
  if (!is_understood(AliasAnalysis::external)) return;
  const Value* written = nullptr;
  const Node* first = nullptr;
  bool writes_attribute = false;
  for (const uint32_t position : aliasing_.writers(AliasAnalysis::external)) {
    const Node& node = *aliasing_.at(position);
    const Write* write = this->write(node);
    // Statistics of a module, and what may be a view of an input but has memory of its own.
    if (write == nullptr || !write->to->root->is_from_outside()) continue;
    const Value* root = write->to->root;
    if (written != nullptr && written != root && !are_distinct_)
      return refuse(AliasAnalysis::external, node,
                    "two inputs, parameters or buffers are written to, which may be one: "
                    "functionalize<distinct> takes them for different ones");
    if (first == nullptr) first = &node;
    writes_attribute |= root->node->op() == Opcode::GetAttr;
    written = root;
  }
  for (const Node* node = first ? first->next() : nullptr; node != nullptr; node = node->next()) {
    if (node->op() == Opcode::CallModule && (writes_attribute || !are_distinct_))
      return refuse(AliasAnalysis::external, *node,
                    fmt::format("%{} may read it: a module's parameters are not among the operands",
                                node->name().view()));
    for (const Node* input : node->input_nodes()) {
      const Value* read = are_distinct_ ? nullptr : value(*input);
      if (read == nullptr || !read->root->is_from_outside() || read->root == written) continue;
      return refuse(AliasAnalysis::external, *node,
                    fmt::format("%{} may be the same memory and is read behind it: "
                                "functionalize<distinct> takes them for different ones",
                                input->name().view()));
    }
  }
}

} // namespace fx
