// The graphs of graph modules in the place of their calls.
#include "fx/Passes/InlineModules.h"

#include "fx/IR/Provenance.h"
#include "fx/Passes/Pass.h"

#include <unordered_map>

namespace fx {

namespace {

/// The node that `user` takes out of the tuple `result`, which `call` gives; null: none.
Node* element(const Node& user, Node& call, const Argument& result) {
  if (!user.is_call_function("operator.getitem") || user.args().size() != 2 ||
      !(user.arg(0) == Argument(&call)) || !user.arg(1).is(Argument::Kind::Int))
    return nullptr;
  const int64_t index = user.arg(1).as_int();
  if (index < 0 || static_cast<size_t>(index) >= result.items().size()) return nullptr;
  const Argument& item = result.items()[static_cast<size_t>(index)];
  return item.is_node() ? item.as_node() : nullptr;
}

/// Puts the graph of the module that `call` calls into its place.
void inline_call(TracedModule& model, Graph& graph, Node* call) {
  const ModuleNode& called = *model.modules.find(call->target());
  const std::string prefix = called.path() + ".";
  std::unordered_map<const Node*, Argument> values;
  size_t input = 0;
  const auto point = graph.inserting_before(call);
  Argument result;
  for (const Node* node : *called.graph) {
    const auto map = [&](Node* used) { return values.at(used); };
    if (node->op() == Opcode::Placeholder) {
      const Argument* by_name = call->kwarg(node->target());
      values[node] = input < call->args().size() ? call->arg(input)
                     : by_name != nullptr        ? *by_name
                     : node->args().empty()      ? Argument()
                                                 : node->arg(0);
      ++input;
    } else if (node->op() == Opcode::Output) {
      if (!node->args().empty()) result = map_nodes(node->arg(0), map);
    } else {
      Node* copy = graph.node_copy(*node, map);
      add_source(*copy, *node, NodeSource::Action::Create);
      if (node->op() == Opcode::CallModule) {
        const ModuleNode* inner = model.modules.find(prefix + node->target().str());
        copy->set_target(inner != nullptr ? Symbol(inner->path())
                                          : Symbol(prefix + node->target().str()));
      } else if (node->op() == Opcode::GetAttr) {
        copy->set_target(Symbol(prefix + node->target().str()));
      }
      values[node] = copy;
    }
  }
  // Elements of the result are known now.
  if (result.is(Argument::Kind::Tuple))
    for (Node* user : std::vector<Node*>(call->users().begin(), call->users().end()))
      if (Node* item = element(*user, *call, result)) {
        user->replace_all_uses_with(item);
        graph.erase_node(user);
      }
  call->replace_all_uses_with(result);
  graph.erase_node(call);
}

} // namespace

size_t inline_modules(TracedModule& model) {
  size_t calls = 0;
  // What a module calls is in the forward graph after a round.
  for (bool again = true; again;) {
    again = false;
    for (Graph* graph : model.forward_graphs())
      for (Node* call : graph->find_nodes(Opcode::CallModule)) {
        const ModuleNode* called = model.modules.find(call->target());
        if (called == nullptr || !called->graph) continue;
        inline_call(model, *graph, call);
        ++calls;
        again = true;
      }
  }
  return calls;
}

namespace {

class InlineModules final : public Pass {
public:
  Expected<PassResult> run(TracedModule& module, PassContext&) override {
    return PassResult{.modified = inline_modules(module) > 0};
  }
};

} // namespace

extern const PassInfo inline_modules_pass{
    .name = "inline-modules",
    .summary = "Put the graphs of graph modules into the place of their calls",
    .description = R"(
Modules that `split-module` and `partition` made are taken back: their nodes stand where the call was, paths
lead to the modules and tensors where they are. `remove-unused-modules` then takes the empty modules away.
C++, Python and TorchScript have classes for graph modules that hold no tensors themselves.
)",
    .parameters = {},
    .create = [](const PassOptions&) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<InlineModules>();
    }};

} // namespace fx
