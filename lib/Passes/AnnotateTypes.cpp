// What the type of a value is, as far as operators and modules say.
#include "fx/Analysis/Types.h"
#include "fx/Passes/Pass.h"

namespace fx {

namespace {

class AnnotateTypes final : public GraphPass {
public:
  Expected<PassResult> run_on_graph(Graph& graph, TracedModule& module,
                                    PassContext& context) override {
    bool modified = false;
    const TypeAnalysis& types = context.analyses.get<TypeAnalysis>(graph, module);
    for (Node* node : graph) {
      if (!node->type().empty() || !types.is_certain(*node)) continue;
      const std::string type = annotation(types.type(*node));
      if (type.empty()) continue;
      node->set_type(Symbol(type));
      modified = true;
    }
    // What is written is what was certain before.
    return PassResult{.modified = modified,
                      .preserved = PreservedAnalyses::of<AliasAnalysis, TypeAnalysis>()};
  }
};

} // namespace

extern const PassInfo annotate_types_pass{
    .name = "annotate-types",
    .summary = "Write the types of values where operators and modules say them",
    .description = R"(
Nodes without a type get the one that LibTorch's schemas give for all overloads that fit the call, that a
module's or function's declaration gives, or that follows from the types of the operands: `torch.Tensor`,
`int`, `typing.List[torch.Tensor]`, `typing.Tuple[torch.Tensor, torch.Tensor]`. Types that are there are kept.
Where overloads differ nothing is written.

torch.fx: `AnnotateTypesWithSchema`, `annotate_getitem_nodes`.
)",
    .parameters = {},
    .create = [](const PassOptions&) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<AnnotateTypes>();
    }};

} // namespace fx
