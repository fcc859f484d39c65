// One spelling for the operands of calls that mean the same.
#include "fx/IR/Printer.h"
#include "fx/Ops/PythonSignature.h"
#include "fx/Passes/Pass.h"

#include <algorithm>

namespace fx {

namespace {

class NormalizeArgs final : public GraphPass {
public:
  explicit NormalizeArgs(const PassOptions& options)
      : all_keywords_(options.flag("keywords")), keep_defaults_(options.flag("keep-defaults")) {}

  Expected<PassResult> run_on_graph(Graph& graph, TracedModule& module,
                                    PassContext& context) override {
    bool modified = false;
    for (Node* node : graph) {
      bool ambiguous = false;
      const std::optional<ops::PythonSignature> signature = signature_of(*node, module, ambiguous);
      if (ambiguous)
        context.remark(node, "the overloads of '" + node->target().str() +
                                 "' that fit name their parameters differently: left as it is");
      if (signature) modified |= rewrite(*node, *signature);
    }
    return PassResult{.modified = modified};
  }

private:
  static std::optional<ops::PythonSignature>
  signature_of(const Node& node, const TracedModule& module, bool& ambiguous) {
    switch (node.op()) {
    case Opcode::CallModule: return ops::module_signature(node, module);
    case Opcode::CallFunction:
    case Opcode::CallMethod: return ops::python_signature(node, &ambiguous);
    default: return std::nullopt;
    }
  }

  bool rewrite(Node& node, const ops::PythonSignature& signature) const {
    std::vector<Argument> args;
    std::vector<KeywordArgument> kwargs;
    // A method's object has no name; after the first gap nothing can be positional.
    bool positional = true;
    const bool is_method = node.op() == Opcode::CallMethod;
    // Python's methods do not all call their parameters as the schema does (copy_ has `other`, not
    // `src`): what was given by position stays so, and only what nothing follows is left out.
    size_t first_droppable = keep_defaults_ ? signature.parameters.size() : 0;
    if (is_method && !keep_defaults_)
      for (size_t i = 0; i < signature.parameters.size(); ++i)
        if (signature.values[i] != nullptr && !signature.parameters[i].keyword_only &&
            (i == 0 || !signature.parameters[i].is_default(*signature.values[i])))
          first_droppable = i + 1;
    for (size_t i = 0; i < signature.parameters.size(); ++i) {
      const ops::PythonSignature::Parameter& parameter = signature.parameters[i];
      const Argument* value = signature.values[i];
      const bool is_self = i == 0 && is_method;
      if (value == nullptr || (i >= first_droppable && parameter.is_default(*value))) {
        positional = false;
        continue;
      }
      if (is_self || (positional && !parameter.keyword_only &&
                      (is_method || !all_keywords_ || parameter.takes_items)))
        args.push_back(*value);
      else
        kwargs.push_back({Symbol(parameter.name), *value});
    }
    const bool same_args = std::ranges::equal(args, node.args());
    const bool same_kwargs =
        std::ranges::equal(kwargs, node.kwargs(), [](const auto& a, const auto& b) {
          return a.name == b.name && a.value == b.value;
        });
    if (same_args && same_kwargs) return false;
    node.set_args(std::move(args));
    node.set_kwargs(std::move(kwargs));
    return true;
  }

  bool all_keywords_, keep_defaults_;
};

} // namespace

extern const PassInfo normalize_args_pass{
    .name = "normalize-args",
    .summary = "Write the operands of calls that mean the same in the same way",
    .description = R"(
Operands of LibTorch's operators, of torch.nn.functional and of LibTorch's modules are put into the order of
their schema or of forward: by position where that is possible, by keyword behind the first one left out and
where the schema has keywords only. Operands that have the value of their default are left out. With `keywords`
all operands of functions and modules are given by keyword, by Python's names; Python's methods do not all have
the names of the schema, and stay. Before `cse`, `sum(x, dim = 1, keepdim = False)` and `sum(x, 1)` become the
same call.

A call whose overloads disagree about the names of its operands is left as it is, with a remark: types
are not known. Lists that were spread, `x.view(2, 3)` or `torch.zeros(4)`, stay so.

torch.fx: `NormalizeArgs`, `Node.normalized_arguments`.
)",
    .parameters = {{.name = "keywords", .description = "give all operands by keyword"},
                   {.name = "keep-defaults",
                    .description = "keep operands equal to their default"}},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<NormalizeArgs>(options);
    }};

} // namespace fx
