// Computing what is known.
#include "fx/Ops/PythonArithmetic.h"
#include "fx/Passes/Pass.h"

namespace fx {

namespace {

class ConstantFolding final : public GraphPass {
public:
  Expected<PassResult> run_on_graph(Graph& graph, TracedModule& module, PassContext&) override {
    const auto pinned =
        &graph == &module.init ? initial_values(module.modules) : std::unordered_set<const Node*>();
    bool modified = false;
    for (Node* node : graph) {
      if (node->op() != Opcode::CallFunction || !node->kwargs().empty()) continue;
      const std::optional<Argument> value = ops::python_call(node->target(), node->args());
      if (!value || pinned.contains(node)) continue;
      node->replace_all_uses_with(*value);
      graph.erase_node(node);
      modified = true;
    }
    return PassResult{.modified = modified};
  }
};

} // namespace

extern const PassInfo constant_folding_pass{
    .name = "const-fold",
    .summary = "Compute Python arithmetic on known values",
    .description = R"(
Calls of `operator`, `math` and Python's builtins whose operands are literals become their value, as
CPython computes it: `//` and `%` round down, `1` and `1.0` stay apart. An element of a literal tuple, list
or dict is taken out of it, a node too: `getitem((%a, %b), 0)` is `%a`. What would raise (a division by
zero, an index out of range) or does not fit 64 bits is left for the run to raise.

Tensors are never folded: `torch.zeros` is new memory each time, which a later operation may write to,
and `torch.rand` differs each time. torch.fx's `const_fold` folds both.
)",
    .parameters = {},
    .create = [](const PassOptions&) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<ConstantFolding>();
    }};

} // namespace fx
