// What forward keeps from call to call in members and variables that are not registered.
//
// `hidden = torch::tanh(x + hidden)` gives the member another tensor. The graph keeps the state in
// a buffer that is not saved: a call begins with a copy of it, on which it works as the program
// works on the old tensor, and ends with writing the new value to the buffer. The copy is what an
// output, a view or the backward pass may go on holding; detach_() ends the history of the old
// value, as giving the member another tensor does.
//
// A number (`++calls`, with --state=buffers) is in a buffer of one element: a call begins with
// reading it, computes with what was read, and ends with filling the buffer. Nothing else can see
// the number meanwhile.
#include "Frontend/Lower/Construction.h"
#include "Frontend/ModelTracer.h"
#include "Frontend/StateShapes.h"

#include "fx/Analysis/Aliasing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// Whether a buffer holds each number of this type.
bool is_number_type(const ASTContext& context, QualType type) {
  return !type.isNull() && isa<BuiltinType>(type.getCanonicalType()) && type->isArithmeticType() &&
         !type->isAnyComplexType() && context.getTypeSize(type) <= 64 &&
         (!type->isRealFloatingType() || context.getTypeSize(type) >= 32);
}

std::string_view dtype_of(const ASTContext& context, QualType type) {
  if (type->isBooleanType()) return "bool";
  if (!type->isRealFloatingType()) return "int64";
  return context.getTypeSize(type) == 32 ? "float32" : "float64";
}

/// A known number of a type that is_number_type() admits; a flag is 0 or 1.
Argument literal(const Value& number, QualType type) {
  return type->isRealFloatingType() ? Argument(number.as_double()) : Argument(number.as_int());
}

/// As a signed number of 64 bits, which a buffer holds.
bool is_negative(const Value& value) {
  return value.is(Value::Kind::Int) && value.as_int() < 0;
}

std::string shape_text(const TensorMeta& meta) {
  return fmt::format("{}[{}]", meta.dtype.view(), fmt::join(meta.shape, ", "));
}

} // namespace

bool ModelTracer::state_error(const StateBuffer& state, const std::string& why_not) {
  report_.error(state.write, diag::state_between_calls, state.description);
  report_.note(state.read, state.why);
  if (!why_not.empty())
    report_.note(state.write, "the graph cannot keep it in a buffer of its own: " + why_not);
  report_.note(state.write,
               "register a buffer and change it in place (copy_, add_), or take the state as a "
               "parameter of forward and return the new one; what only saves work, a cache say, "
               "compute in the constructor or in each call");
  return false;
}

void ModelTracer::suggest_buffers() {
  report_.note(wanted_->write,
               fmt::format("--state=buffers keeps {} in a buffer that is in no state dict",
                           wanted_->description));
}

bool ModelTracer::can_keep_tensor(const Location* place) {
  const Value& value = place->value();
  if (!value.is_node() || &value.node()->graph() != &graph_.traced().init) return false;
  const Node* made = value.node();
  const auto is_registered = [&](const TensorSlot& slot) {
    return slot.init == made && slot.role != TensorRole::Constant;
  };
  for (ModuleNode* other : all_modules(graph_.traced().modules))
    if (llvm::any_of(other->tensors, is_registered)) return false;
  if (graph_.construction().weight(made) || graph_.construction().origin(made)) return false;
  for (const KeywordArgument& keyword : made->kwargs())
    if (keyword.name.view() == "requires_grad" && keyword.value != Argument(false)) return false;
  // A view of it in another member is no view of the buffer.
  const AliasAnalysis init(graph_.traced().init, &graph_.traced());
  for (const Node* other : graph_.traced().init)
    if (other != made && init.may_alias(*other, *made)) return false;
  return true;
}

void ModelTracer::want_buffer(Location* place, StateBuffer state) {
  if (method_.root == nullptr || method_.forward == nullptr || in_rule_) return;
  storage_.undo();
  if (place->value().is(Value::Kind::Pointer)) return;
  std::optional<StatePath> path = find_state(machine_, method_.root, place);
  if (!path) return;
  // What stands there when the constructor is done; a buffer may have it already.
  state.non_negative = true;
  const auto can_keep = [&](const Location* part, QualType type) {
    state.is_number = is_number_type(context_, type);
    state.non_negative &= !is_negative(part->value());
    if (is_kept(part)) return true;
    return state.is_number ? part->value().is_number() &&
                                 machine_.symbolic().may_be_left(part->value(), type, false)
                           : can_keep_tensor(part);
  };
  const bool begins_in_forward =
      path->variable && path->steps.empty() && place->value().is(Value::Kind::Uninitialized);
  if (const Object* list = object_at(place)) {
    if (list->kind != Object::Kind::Sequence || list->is_tuple || list->elements.empty()) return;
    StatePath part = *path;
    part.steps.emplace_back(size_t{0});
    const QualType type = part.type();
    if (!llvm::all_of(list->elements, [&](const auto* part) { return can_keep(part, type); }))
      return;
    state.is_list = true;
  } else if (!begins_in_forward && !can_keep(place, path->type())) {
    return;
  }
  if (path->variable && !is_initialised_alike(machine_, path->variable)) return;
  state.path = std::move(*path);
  wanted_ = std::move(state);
}

bool ModelTracer::make_slot(StateBuffer& state, StateSlot& slot, const std::string& name) {
  Graph& init = graph_.traced().init;
  const Value& value = slot.place->value();
  if (value.is_number() && is_number_type(context_, slot.type)) {
    slot.init = init.create_node(Opcode::CallFunction, "torch.full",
                                 {Argument::tuple({}), literal(value, slot.type)},
                                 {{"dtype", Argument::dtype(dtype_of(context_, slot.type))}});
  } else {
    if (!can_keep_tensor(slot.place)) return state_error(state, "");
    slot.type = {};
    Node* made = value.node();
    slot.init = made;
    slot.is_shared = num_holders(machine_, method_.root, made) > 1;
    if (slot.is_shared || made->num_users() > 0)
      slot.init = init.create_node(Opcode::CallMethod, "clone", {Argument(made)});
    if (const TensorMeta* meta = made->meta(meta::tensor_meta))
      slot.init->set_meta(meta::tensor_meta, *meta);
  }
  slot.name = name;
  for (int i = 1; state.owner->child(slot.name) || state.owner->tensor(slot.name); ++i)
    slot.name = fmt::format("{}_{}", name, i);
  TensorSlot buffer;
  buffer.name = slot.name;
  buffer.role = TensorRole::Buffer;
  buffer.requires_grad = false;
  buffer.persistent = false;
  buffer.init = slot.init;
  buffer.location = graph_.source_range(clang::SourceRange(state.write));
  state.owner->tensors.push_back(buffer);
  return true;
}

bool ModelTracer::make_buffers() {
  for (StateBuffer& state : buffers_) {
    const Node* last = graph_.last();
    StatePlace found;
    if (!follow_state(machine_, method_.where, method_.root, state.path, found)) return false;
    if (found.place == nullptr) return state_error(state, "");
    // A variable that is initialised now is initialised when the constructor has drawn its numbers.
    EffectOracle effects(&graph_.traced());
    const Graph& init = graph_.traced().init;
    const Node* first = last ? last->next() : init.empty() ? nullptr : init.front();
    for (const Node* node = first; node; node = node->next())
      if (!effects(*node).is_pure()) return state_error(state, "");
    state.place = found.place;
    state.owner = found.owner;
    state.slots.clear();
    if (!state.is_list) {
      StateSlot slot;
      slot.place = found.place;
      slot.type = state.path.type();
      state.slots.push_back(slot);
    } else if (const Object* list = object_at(found.place)) {
      StatePath part = state.path;
      part.steps.emplace_back(size_t{0});
      for (Location* place : list->elements) {
        StateSlot slot;
        slot.place = place;
        slot.type = part.type();
        state.slots.push_back(slot);
      }
    }
    const std::string name = state.path.name(found.steps_to_owner);
    for (size_t i = 0; i < state.slots.size(); ++i)
      if (!make_slot(state, state.slots[i], state.is_list ? fmt::format("{}_{}", name, i) : name))
        return false;
  }
  return true;
}

bool ModelTracer::is_kept(const Location* place) const {
  return llvm::any_of(buffers_, [&](const StateBuffer& state) {
    const Object* list = state.is_list && state.place ? object_at(state.place) : nullptr;
    return (list && list->self == place) ||
           llvm::any_of(state.slots, [&](const StateSlot& slot) { return slot.place == place; });
  });
}

void ModelTracer::explain_numbers() {
  const auto is_said = [&](const StateBuffer& state) {
    return llvm::any_of(report_.diagnostics(), [&](const PendingDiagnostic& said) {
      return said.level == DiagnosticsEngine::Error && said.location == state.write;
    });
  };
  for (const StateBuffer& state : buffers_)
    if (state.is_number && !is_said(state))
      report_.note(state.write,
                   fmt::format("forward changes {} here, and --state=buffers keeps it: each call "
                               "finds a number there that only a run of the model knows; what "
                               "decides by it can be a parameter of forward",
                               state.description));
}

void ModelTracer::say_buffers() {
  for (const StateBuffer& state : buffers_) {
    const std::string names = fmt::format(
        "{}",
        fmt::join(llvm::map_range(state.slots,
                                  [](const StateSlot& slot) { return "'" + slot.name + "'"; }),
                  ", "));
    const bool one = state.slots.size() == 1;
    report_.remark(state.write, diag::state_in_buffers, state.description, one ? "" : "s", names,
                   one ? "is" : "are", one ? "it" : "them", state.is_number ? "fill_" : "copy_");
    if (state.path.variable) report_.loss(state.write, diag::state_of_the_class, state.description);
    if (llvm::any_of(state.slots, [](const StateSlot& slot) { return slot.is_returned; }))
      report_.loss(state.write, diag::state_returned, state.description);
  }
}

Node* ModelTracer::state_node(const StateBuffer& state, Opcode op, std::string_view target,
                              std::vector<Argument> args) {
  Node* node = graph_.emit(nullptr, op, target, std::move(args));
  node->set_meta(meta::source_range, graph_.source_range(clang::SourceRange(state.write)));
  report_.note_origin(node, state.write);
  return node;
}

void ModelTracer::read_slot(const StateBuffer& state, StateSlot& slot) {
  const std::string prefix = state.owner->path();
  slot.fetched =
      state_node(state, Opcode::GetAttr, prefix.empty() ? slot.name : prefix + "." + slot.name, {});
  Value value;
  if (slot.type.isNull()) {
    slot.old = state_node(state, Opcode::CallMethod, "clone", {Argument(slot.fetched)});
    value = Value::node(slot.old);
  } else {
    const bool is_bool = slot.type->isBooleanType();
    const bool is_float = slot.type->isRealFloatingType();
    Node* item = state_node(state, Opcode::CallMethod, "item", {Argument(slot.fetched)});
    item->set_meta(meta::cpp_type, std::string(is_bool ? "bool" : is_float ? "double" : "int64_t"));
    slot.old = state_node(state, Opcode::CallFunction,
                          is_bool    ? "builtins.bool"
                          : is_float ? "builtins.float"
                                     : "builtins.int",
                          {Argument(item)});
    const bool non_negative =
        !is_float && (state.non_negative || slot.type->isUnsignedIntegerType());
    machine_.symbolic().note_left(slot.old, slot.type, non_negative);
    value = Value::node(slot.old, non_negative);
  }
  const bool outer = storage_.set_prepares(true);
  storage_.write(slot.place, std::move(value));
  storage_.set_prepares(outer);
}

void ModelTracer::hide_buffers() {
  const bool outer = storage_.set_prepares(true);
  for (StateBuffer& state : buffers_)
    for (StateSlot& slot : state.slots) {
      slot.hidden = Value::opaque(state.write, Machine::later_call_reason);
      storage_.write(slot.place, slot.hidden);
    }
  storage_.set_prepares(outer);
}

bool ModelTracer::are_buffers_hidden() {
  for (const StateBuffer& state : buffers_) {
    const Object* list = state.is_list ? object_at(state.place) : nullptr;
    for (size_t i = 0; i < state.slots.size(); ++i) {
      const Location* place = state.slots[i].place;
      if (!place->value().is_same(state.slots[i].hidden) ||
          (list && (list->elements.size() != state.slots.size() || list->elements[i] != place)))
        return state_error(state, "an override of train() changes it, too, and the generated "
                                  "code has no such override");
    }
  }
  return true;
}

void ModelTracer::read_buffers() {
  for (StateBuffer& state : buffers_)
    for (StateSlot& slot : state.slots)
      read_slot(state, slot);
}

void ModelTracer::erase_unread(const StateSlot& slot) {
  Graph& graph = graph_.graph();
  for (Node* node = slot.old; node && node->users().empty();) {
    Node* operand = node->op() == Opcode::GetAttr ? nullptr : node->arg(0).as_node();
    graph.erase_node(node);
    node = operand;
  }
}

std::vector<Node*> ModelTracer::reads_of(const ModuleNode& module, const TensorSlot& slot) {
  const std::string prefix = module.path();
  return graph_.graph().find_nodes(
      Opcode::GetAttr, Symbol(prefix.empty() ? slot.name.str() : prefix + "." + slot.name.str()));
}

bool ModelTracer::cannot_write(const StateBuffer& state, const Value& left,
                               const std::string& why_not) {
  state_error(state, why_not);
  // The new value may be made of other state that this call has read as the constructor left it.
  for (const Change* change : storage_.changes()) {
    if (change->object || !change->before.is_node() || is_kept(change->location)) continue;
    const Node* made = change->before.node();
    const Node* read = nullptr;
    for (ModuleNode* module : all_modules(graph_.traced().modules))
      for (const TensorSlot& slot : module->tensors) {
        if (slot.init != made || slot.role != TensorRole::Constant) continue;
        const std::vector<Node*> reads = reads_of(*module, slot);
        if (!reads.empty()) read = reads.front();
      }
    if (read == nullptr && !(left.is_node() && left.node() == made)) continue;
    StateBuffer other;
    other.description = machine_.name_of(change->location);
    other.why = "this is what the constructor left";
    other.write = change->where;
    other.read = read ? report_.origin(read) : change->where;
    want_buffer(change->location, std::move(other));
    break;
  }
  return false;
}

bool ModelTracer::write_tensor(const StateBuffer& state, StateSlot& slot, const Value& now,
                               const AliasAnalysis& memory) {
  if (!now.is_node() || &now.node()->graph() != &graph_.graph())
    return cannot_write(state, now,
                        "forward leaves something else than a tensor that it has computed");
  Node* value = now.node();
  const bool is_written = memory.is_written(memory.memory(*slot.old));
  // What else the constructor gave it to is a constant of the model.
  slot.is_written |= is_written || (slot.is_shared && memory.is_written(AliasAnalysis::external));
  slot.is_returned |= memory.escapes(*value);
  slot.value = value;
  if (value == slot.old && !is_written) return true;
  if (memory.memory(*value) == AliasAnalysis::external)
    return cannot_write(state, now,
                        "the new value may share memory with an input or a weight, which "
                        "other code may change; give it a copy (clone())");
  const TensorMeta* made = slot.init->meta(meta::tensor_meta);
  const TensorMeta* given = value->meta(meta::tensor_meta);
  const bool known = made && given;
  if (known && (made->shape != given->shape || made->dtype != given->dtype))
    return cannot_write(state, now,
                        fmt::format("the new value is {}, and the constructor made {}",
                                    shape_text(*given), shape_text(*made)));
  llvm::SmallPtrSet<const Node*, 4> old;
  for (const StateBuffer& other : buffers_)
    for (const StateSlot& twin : other.slots)
      if (twin.type.isNull() && are_made_alike(*twin.init, *slot.init)) old.insert(twin.old);
  // What is in no state dict is what the constructor made.
  for (const ModuleNode* module : all_modules(graph_.traced().modules))
    for (const TensorSlot& constant : module->tensors)
      if (constant.role == TensorRole::Constant && constant.init &&
          are_made_alike(*constant.init, *slot.init))
        for (const Node* read : reads_of(*module, constant))
          old.insert(read);
  const bool by_operators = keeps_shape(*value, old, *slot.init, graph_.graph(), graph_.traced());
  if (!known && !by_operators)
    return cannot_write(state, now,
                        "it is not known that the new value has the shape and the type of "
                        "the old one; give an example of the inputs (--input)");
  // Of other inputs the new value may have another shape, and copy_ would spread it.
  for (size_t i = 0; !by_operators && i < made->shape.size(); ++i) {
    if (made->shape[i] == 1) continue;
    Node* size = state_node(state, Opcode::CallMethod, "size",
                            {Argument(value), Argument(static_cast<int64_t>(i))});
    Node* same = state_node(state, Opcode::CallFunction, "operator.eq",
                            {Argument(size), Argument(static_cast<int64_t>(made->shape[i]))});
    state_node(
        state, Opcode::CallFunction, "torch._assert",
        {Argument(same), Argument::string(fmt::format("{} keeps its shape", state.description))});
  }
  state_node(state, Opcode::CallMethod, "detach_", {Argument(slot.fetched)});
  state_node(state, Opcode::CallMethod, "copy_", {Argument(slot.fetched), Argument(value)});
  return true;
}

bool ModelTracer::write_number(const StateBuffer& state, const StateSlot& slot, const Value& now) {
  if (now.is_node() && now.node() == slot.old) return true;
  const bool is_known = now.is_number() && is_number_type(context_, slot.type);
  if (!is_known && (!now.is_node() || &now.node()->graph() != &graph_.graph()))
    return state_error(state, "forward leaves a value that is not known");
  if (!machine_.symbolic().may_be_left(now, slot.type, state.non_negative)) {
    state_error(state, "how far it counts in 64 unsigned bits is not known");
    if (state.non_negative && slot.type->isSignedIntegerType()) {
      wanted_ = state;
      wanted_->non_negative = false;
    }
    return false;
  }
  Argument number = now.is_node() ? Argument(now.node()) : literal(now, slot.type);
  // fill_ takes numbers, which a flag is not in TorchScript.
  if (now.is_node() && slot.type->isBooleanType())
    number = Argument(state_node(state, Opcode::CallFunction, "builtins.int", {std::move(number)}));
  state_node(state, Opcode::CallMethod, "fill_", {Argument(slot.fetched), std::move(number)});
  return true;
}

bool ModelTracer::write_buffers() {
  if (buffers_.empty()) return true;
  Graph& graph = graph_.graph();
  const AliasAnalysis memory(graph, &graph_.traced());
  const auto at = graph.inserting_before(graph.back());
  for (StateBuffer& state : buffers_) {
    const Object* list = state.is_list ? object_at(state.place) : nullptr;
    if (list && list->elements.size() != state.slots.size())
      return state_error(state, "forward leaves another number of elements in it");
    for (size_t i = 0; i < state.slots.size(); ++i) {
      StateSlot& slot = state.slots[i];
      const Value& now = (list ? list->elements[i] : slot.place)->value();
      if (!(slot.type.isNull() ? write_tensor(state, slot, now, memory)
                               : write_number(state, slot, now)))
        return false;
    }
  }
  for (StateBuffer& state : buffers_)
    for (StateSlot& slot : state.slots)
      for (const StateBuffer& other : buffers_)
        for (const StateSlot& twin : other.slots)
          slot.is_shared |= &twin != &slot && slot.value && twin.value &&
                            memory.may_alias(*twin.value, *slot.value);
  for (const StateBuffer& state : buffers_)
    for (const StateSlot& slot : state.slots)
      erase_unread(slot);
  return true;
}

bool ModelTracer::check_buffers() {
  for (const StateBuffer& state : buffers_)
    for (const StateSlot& slot : state.slots) {
      if (!slot.is_written) continue;
      if (slot.is_returned)
        return state_error(state, "forward returns the new value, and the next call writes to it "
                                  "in place; return a copy (clone())");
      if (slot.is_shared)
        return state_error(state, "something else has the same tensor, and a call writes to it in "
                                  "place; give a copy (clone())");
    }
  return true;
}

} // namespace fx::frontend
