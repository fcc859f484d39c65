// Tensors that forward keeps from call to call in members that nobody registered.
//
// `hidden = torch::tanh(x + hidden)` gives the member another tensor. The graph keeps the state in
// a buffer that is not saved: a call begins with a copy of it, on which it works as the program
// works on the old tensor, and ends with writing the new value to the buffer. The copy is what an
// output, a view or the backward pass may go on holding; detach_() ends the history of the old
// value, as giving the member another tensor does.
#include "Frontend/Lower/Construction.h"
#include "Frontend/ModelTracer.h"
#include "Frontend/StateShapes.h"

#include "fx/Analysis/Aliasing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// The modules that can be reached from a module through its members and children.
void reach(const Value& value, llvm::SmallVectorImpl<const Object*>& found, unsigned depth) {
  constexpr unsigned max_depth = 64;
  if (depth > max_depth) return;
  if (value.is(Value::Kind::Pointer)) return reach(value.target()->value(), found, depth + 1);
  if (!value.is_record() || llvm::is_contained(found, value.object())) return;
  const Object& object = *value.object();
  found.push_back(&object);
  for (const auto& [field, part] : object.fields)
    reach(part->value(), found, depth + 1);
  for (const Location* part : object.elements)
    reach(part->value(), found, depth + 1);
}

std::string shape_text(const TensorMeta& meta) {
  return fmt::format("{}[{}]", meta.dtype.view(), fmt::join(meta.shape, ", "));
}

} // namespace

bool ModelTracer::state_error(const StateBuffer& state, const std::string& why_not,
                              clang::SourceLocation where) {
  report_.error(state.write,
                fmt::format("forward changes {} here, and a later call reads it: a graph is one "
                            "call that starts from the state that the constructor left",
                            state.description));
  report_.note(state.read, state.why);
  if (!why_not.empty()) report_.note(where, why_not);
  report_.note(state.write,
               "register a buffer and change it in place (copy_, add_), or take the state as a "
               "parameter of forward and return the new one");
  return false;
}

void ModelTracer::want_buffer(Location* place, StateBuffer state) {
  if (method_.root == nullptr || method_.forward == nullptr || in_rule_) return;
  storage_.undo();
  const auto [owner, field] = storage_.owner_of(place);
  if (owner == nullptr || field == nullptr || owner->kind != Object::Kind::Module) return;
  Module& module = graph_.in_tree(*owner->module);
  const bool in_tree = module.parent != nullptr || &module == &graph_.traced().modules.root();
  const Value& value = place->value();
  if (!in_tree || !value.is_node() || &value.node()->graph() != &graph_.traced().init) return;
  const Node* made = value.node();
  const auto is_registered = [&](const TensorSlot& slot) {
    return slot.init == made && slot.role != TensorRole::Constant;
  };
  for (Module* other : all_modules(graph_.traced().modules))
    if (llvm::any_of(other->tensors, is_registered)) return;
  if (graph_.construction().weight(made) || graph_.construction().origin(made)) return;
  for (const KeywordArgument& keyword : made->kwargs())
    if (keyword.name.view() == "requires_grad" && keyword.value != Argument(false)) return;
  // A view of it in another member is no view of the buffer.
  const AliasAnalysis init(graph_.traced().init, &graph_.traced());
  for (const Node* other : graph_.traced().init)
    if (other != made && init.may_alias(*other, *made)) return;
  state.module = module.path();
  state.field = field->getNameAsString();
  wanted_ = std::move(state);
}

bool ModelTracer::make_buffers() {
  if (buffers_.empty()) return true;
  llvm::SmallVector<const Object*, 16> objects;
  reach(Value::record(method_.root), objects, 0);
  for (StateBuffer& state : buffers_) {
    size_t holders = 0;
    for (const Object* object : objects) {
      if (object->kind != Object::Kind::Module) continue;
      Module& module = graph_.in_tree(*object->module);
      for (const auto& [field, place] : object->fields)
        if (module.path() == state.module && field->getName() == state.field) {
          state.place = place;
          state.owner = &module;
        }
    }
    if (state.place == nullptr || !state.place->value().is_node())
      return state_error(state, "", state.write);
    Node* made = state.place->value().node();
    for (const Object* object : objects) {
      for (const auto& [field, place] : object->fields)
        holders += place->value().is_node() && place->value().node() == made;
      for (const Location* place : object->elements)
        holders += place->value().is_node() && place->value().node() == made;
    }
    Graph& init = graph_.traced().init;
    state.init = made;
    if (holders > 1 || made->num_users() > 0)
      state.init = init.create_node(Opcode::CallMethod, "clone", {Argument(made)});
    if (const TensorMeta* meta = made->meta(meta::tensor_meta))
      state.init->set_meta(meta::tensor_meta, *meta);
    TensorSlot slot;
    state.name = state.field;
    for (int i = 1; state.owner->child(state.name) || state.owner->tensor(state.name); ++i)
      state.name = fmt::format("{}_{}", state.field, i);
    slot.name = state.name;
    slot.role = TensorRole::Buffer;
    slot.requires_grad = false;
    slot.persistent = false;
    slot.init = state.init;
    slot.location = graph_.source_range(clang::SourceRange(state.write));
    state.owner->tensors.push_back(slot);
  }
  return true;
}

void ModelTracer::say_buffers() {
  for (const StateBuffer& state : buffers_)
    report_.remark(state.write,
                   fmt::format("forward changes {}, and a later call reads it: the graph keeps it "
                               "in the buffer '{}', which is in no state dict, and writes it with "
                               "copy_ at the end of each call",
                               state.description, state.name));
}

void ModelTracer::read_buffers() {
  for (StateBuffer& state : buffers_) {
    const std::string prefix = state.owner->path();
    state.fetched = graph_.emit(nullptr, Opcode::GetAttr,
                                prefix.empty() ? state.name : prefix + "." + state.name, {});
    state.old = graph_.emit(nullptr, Opcode::CallMethod, "clone", {Argument(state.fetched)});
    for (Node* node : {state.fetched, state.old}) {
      node->set_meta(meta::source_range, graph_.source_range(clang::SourceRange(state.write)));
      report_.note_origin(node, state.write);
    }
    const bool outer = storage_.set_prepares(true);
    storage_.write(state.place, Value::node(state.old));
    storage_.set_prepares(outer);
  }
}

bool ModelTracer::write_buffers() {
  if (buffers_.empty()) return true;
  Graph& graph = graph_.graph();
  const AliasAnalysis memory(graph, &graph_.traced());
  Node* output = graph.back();
  for (StateBuffer& state : buffers_) {
    const Value& now = state.place->value();
    const auto fails = [&](const std::string& why) {
      return state_error(state, "the graph cannot keep it in a buffer of its own: " + why,
                         state.write);
    };
    if (!now.is_node() || &now.node()->graph() != &graph)
      return fails("forward leaves something else than a tensor that it has computed");
    Node* value = now.node();
    const AliasAnalysis::MemoryClass of_old = memory.memory(*state.old);
    if (value == state.old && !memory.is_written(of_old)) {
      if (state.old->users().empty()) {
        graph.erase_node(state.old);
        if (state.fetched->users().empty()) graph.erase_node(state.fetched);
      }
      continue;
    }
    if (memory.memory(*value) == AliasAnalysis::external)
      return fails("the new value may share memory with an input or a weight, which somebody else "
                   "may change; give it a copy (clone())");
    if (memory.escapes(*value) && memory.is_written(of_old))
      return fails("forward returns the new value, and the next call writes to it in place; return "
                   "a copy (clone())");
    const TensorMeta* made = state.init->meta(meta::tensor_meta);
    const TensorMeta* given = value->meta(meta::tensor_meta);
    const bool known = made && given;
    if (known && (made->shape != given->shape || made->dtype != given->dtype))
      return fails(fmt::format("the new value is {}, and the constructor made {}",
                               shape_text(*given), shape_text(*made)));
    llvm::SmallPtrSet<const Node*, 1> old{state.old};
    const bool by_operators = keeps_shape(*value, old, *state.init, graph, graph_.traced());
    if (!known && !by_operators)
      return fails("it is not known that the new value has the shape and the type of the old one; "
                   "give an example of the inputs (--input)");
    const auto at = graph.inserting_before(output);
    const auto make = [&](Opcode op, std::string_view target, std::vector<Argument> args) {
      Node* node = graph.create_node(op, target, std::move(args));
      node->set_meta(meta::source_range, graph_.source_range(clang::SourceRange(state.write)));
      report_.note_origin(node, state.write);
      return node;
    };
    // Of other inputs the new value may have another shape, and copy_ would spread it.
    for (size_t i = 0; !by_operators && i < made->shape.size(); ++i) {
      if (made->shape[i] == 1) continue;
      Node* size =
          make(Opcode::CallMethod, "size", {Argument(value), Argument(static_cast<int64_t>(i))});
      Node* same = make(Opcode::CallFunction, "operator.eq",
                        {Argument(size), Argument(static_cast<int64_t>(made->shape[i]))});
      make(
          Opcode::CallFunction, "torch._assert",
          {Argument(same), Argument::string(fmt::format("{} keeps its shape", state.description))});
    }
    make(Opcode::CallMethod, "detach_", {Argument(state.fetched)});
    make(Opcode::CallMethod, "copy_", {Argument(state.fetched), Argument(value)});
  }
  return true;
}

} // namespace fx::frontend
