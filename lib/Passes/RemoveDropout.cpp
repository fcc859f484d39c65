// Calls that give their operand in evaluation taken out.
#include "fx/Analysis/CallOperations.h"
#include "fx/Ops/Modules.h"
#include "fx/Passes/Pass.h"
#include "fx/Passes/ReplacePattern.h"

#include <fmt/format.h>

namespace fx {

namespace {

bool is_identity(const Node& call, const TracedModule& module) {
  const ModuleNode* called =
      call.op() == Opcode::CallModule ? module.modules.find(call.target()) : nullptr;
  const ops::ModuleClass* kind = called != nullptr ? ops::module_class_of(*called) : nullptr;
  return kind != nullptr && kind->name == "Identity";
}

/// In evaluation a module is none; a function says whether it is.
bool is_dropout(const Node& call, const ops::Operation* operation) {
  if (operation == nullptr || !operation->name.ends_with("dropout")) return false;
  if (call.op() == Opcode::CallModule) return true;
  const ops::Operation::Operand* training = operation->find("train");
  return training != nullptr && training->value == Argument(false);
}

std::vector<Node*> calls_without_effect(const Graph& graph, const TracedModule& module) {
  const CallOperations operations(graph, module);
  std::vector<Node*> calls;
  for (Node* node : graph)
    if (!node->args().empty() && node->arg(0).is_node() &&
        (is_identity(*node, module) || is_dropout(*node, operations.of(*node))))
      calls.push_back(node);
  return calls;
}

class RemoveDropout final : public GraphPass {
public:
  Expected<PassResult> run_on_graph(Graph& graph, TracedModule& module,
                                    PassContext& context) override {
    if (&graph != &module.graph || module.modes_of(graph) == Modes::Train) return PassResult();
    const std::vector<Node*> calls = calls_without_effect(graph, module);
    if (calls.empty()) return PassResult();
    keep_for_training(module);
    for (Node* call : calls) {
      call->replace_all_uses_with(call->arg(0));
      graph.erase_node(call);
    }
    context.remark(nullptr,
                   fmt::format("{} call{} of Dropout and Identity {} gone", calls.size(),
                               calls.size() == 1 ? "" : "s", calls.size() == 1 ? "is" : "are"));
    return PassResult{.modified = true, .keeps_symbolic_shapes = true};
  }
};

} // namespace

extern const PassInfo remove_dropout_pass{
    .name = "remove-dropout",
    .summary = "Take out the calls that give what they take in evaluation",
    .description = R"(
Modules `Dropout` with its kin and `Identity`, and functions of dropout that are told not to train: who uses the
result uses the operand, which is the same tensor. What holds in both modes stays as it was for training.
`remove-unused-modules` takes the modules away; keys of saved weights stay, as there are none.

torch.fx: `optimization.remove_dropout`, which does not ask for the mode.
)",
    .parameters = {},
    .create = [](const PassOptions&) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<RemoveDropout>();
    }};

} // namespace fx
