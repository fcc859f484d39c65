// Shapes and types of all values of a model, by a run on example inputs.
#include "KernelsVersion.h"
#include "Messages.h"
#include "NamedSizes.h"

#include "fx/Analysis/ExampleTypes.h"
#include "fx/Analysis/Types.h"
#include "fx/Ops/InputSpec.h"
#include "fx/Passes/Pass.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace fx {

namespace {

using InputTexts = std::vector<std::pair<std::string, std::string>>;

/// "float32[2, 3]".
std::string described(const TensorMeta& tensor) {
  return fmt::format("{}[{}]", tensor.dtype.view(), fmt::join(tensor.shape, ", "));
}

class ShapePropPass final : public Pass {
public:
  explicit ShapePropPass(InputTexts inputs) : inputs_(std::move(inputs)) {}

  Expected<PassResult> run(TracedModule& module, PassContext& context) override {
    Expected<std::shared_ptr<ops::Kernels>> kernels = context.open_kernels();
    if (!kernels) return kernels.error();
    if (auto error = kernels_of_another_version(module, **kernels)) return *error;
    const Expected<InputSpecs> specs = read_inputs(module);
    if (!specs) return specs.error();
    const auto has_names = [](const auto& input) { return input.second.has_dynamic_sizes(); };
    if (std::ranges::any_of(*specs, has_names))
      return find_named_shapes(module, context, *kernels, *specs);
    if (auto error = check_inputs(**kernels, *specs)) return *error;
    const NotedShapes before(module);
    ExampleTypes types(*kernels, input_of(*kernels, *specs));
    const std::vector<ExampleTypes::Refusal> refusals = types.run_all(module);
    if (!refusals.empty()) {
      before.restore(module);
      return explain(refusals.front(), module, context);
    }
    for (const Graph* graph : all_graphs(module))
      if (graph != &module.init) tell_unknown(*graph, module, types, context);
    context.examples->emplace(std::move(types));
    return PassResult{.modified = !before.are_those_of(module),
                      .preserved = PreservedAnalyses::all(),
                      .keeps_symbolic_shapes = true};
  }

private:
  Expected<InputSpecs> read_inputs(TracedModule& module) const {
    InputSpecs specs;
    for (const auto& [name, text] : inputs_) {
      const std::vector<Node*> inputs = module.graph.placeholders();
      const auto input = std::ranges::find(
          inputs, name, [](const Node* node) { return std::string(node->target().view()); });
      if (input == inputs.end()) {
        std::vector<std::string_view> names;
        names.reserve(inputs.size());
        for (const Node* each : inputs)
          names.push_back(each->target());
        return say(diag::shape_input_unknown, name,
                   names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")));
      }
      // An input that nobody declared may be a number.
      const bool is_declared =
          (*input)->meta(meta::cpp_type) != nullptr || !(*input)->type().empty();
      const bool is_tensor = is_declared && input_type(**input).is(ValueType::Kind::Tensor);
      std::optional<ops::InputSpec> spec = ops::parse_input_spec(text, is_tensor, /*names=*/true);
      if (!spec) return say(diag::shape_input_not_readable, name, text);
      specs.emplace(name, std::move(*spec));
    }
    return specs;
  }

  /// Whether LibTorch can make them.
  static std::optional<Error> check_inputs(ops::Kernels& kernels, const InputSpecs& specs) {
    for (const auto& [name, spec] : specs)
      if (const Expected<ops::ExampleValue> value = ops::make_example(kernels, spec); !value)
        return value.error();
    return std::nullopt;
  }

  /// What LibTorch refused, with the operands as they are known, and where these come from.
  static Error explain(const ExampleTypes::Refusal& refusal, TracedModule& module,
                       const PassContext& context) {
    const Node& node = *refusal.node;
    Error error{say(diag::shapes_refused, node.name().view(), refusal.reason), context.place(node)};
    for (const ExampleTypes::Refusal::Operand& operand : refusal.operands)
      error.notes.push_back(fmt::format(
          "{}'{}' is {}{}", operand.node->op() == Opcode::Placeholder ? "the input " : "",
          operand.node->name().view(), described(operand.tensor),
          at_place(*operand.node, context)));
    if (node.op() != Opcode::CallModule || !module.is_forward_graph(node.graph())) return error;
    const ModuleNode* called = module.modules.find(node.target());
    if (called != nullptr && called->alias_of != nullptr) called = called->alias_of;
    if (called == nullptr || !called->leaf_tensors) return error;
    for (const LeafTensor& held : *called->leaf_tensors)
      if (held.role == TensorRole::Parameter)
        error.notes.push_back(fmt::format("'{}.{}' is {}", node.target().view(), held.name.view(),
                                          described(held.tensor)));
    return error;
  }

  /// Nodes whose operands are known and that are not.
  static void tell_unknown(const Graph& graph, const TracedModule& module,
                           const ExampleTypes& types, PassContext& context) {
    const bool is_inner = !module.is_forward_graph(graph);
    for (const Node* node : graph) {
      if (node->op() == Opcode::Output || types.is_known(*node)) continue;
      if (node->op() == Opcode::Placeholder) {
        if (node->num_users() > 0 && !is_inner)
          context.remark(node,
                         fmt::format("shape-prop has no example for the input '{0}', and what "
                                     "is computed of it has no shape: shape-prop<{0}=...>",
                                     node->target().view()));
        continue;
      }
      const auto is_known = [&](const Node* input) { return types.is_known(*input); };
      if (!std::ranges::all_of(node->input_nodes(), is_known)) continue;
      const ModuleNode* called = node->op() == Opcode::CallModule && !is_inner
                                     ? module.modules.find(node->target())
                                     : nullptr;
      if (called != nullptr && called->graph) continue; // it is told of in its graph
      context.remark(node, fmt::format("the shape of '{}' is not known: it depends on what tensors "
                                       "hold, or it is nothing that LibTorch runs",
                                       node->name().view()));
    }
  }

  InputTexts inputs_;
};

} // namespace

extern const PassInfo shape_prop_pass{
    .name = "shape-prop",
    .summary = "Run the model on example inputs, and note the shape and type of every value",
    .description = R"(
`shape-prop<x=1x3x224x224;n=5>` runs the nodes of all graphs by LibTorch's own kernels, on tensors without
memory, as `--input` of fx-clang-trace does while it traces, and as it writes examples. Shape, type and strides
become `tensor_meta` (`--print-meta`); emitters that need shapes have them. An input that is not named keeps the
shape that it has, or its default value. Graph modules run with the operands of each call; where calls differ
in a shape inside, it is not noted. Passes behind it keep the shapes up to date.

What LibTorch refuses is an error at the line of the source, with the operands and where these come from, and
the model stays as it was. A remark tells of each node whose shape is not known though its operands are.

A size may be a name: `shape-prop<x=Nx3xHxW>` notes shapes by names as `symbolic_shape`, `("N", 64, "H // 2", "?")`,
by LibTorch's own functions of sizes; a size of which they tell nothing is `?`. A name is at least 2, as 1 goes with
any size; `x=8[N:1..64]x3` says other bounds, and a number to try. What sizes have to be so that operands go
together is told at the node (`N == M`), and taken to be so behind it; operands that go together for no sizes are
an error. All is compared with a run on numbers. A pass that changes the model takes these shapes away.

torch.fx: `passes.shape_prop.ShapeProp`, `passes.fake_tensor_prop.FakeTensorProp`,
`experimental.graph_gradual_typechecker`, `experimental.unification`.
)",
    .parameters = {},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<ShapePropPass>(
          InputTexts(options.inputs().begin(), options.inputs().end()));
    },
    .input_values = "An example of an input: a shape `1x3x224x224`, one of a type `2x7:int64`, a "
                    "number, `none`, a tuple or list of them; a tensor of one dimension is "
                    "`5:float32`"};

} // namespace fx
