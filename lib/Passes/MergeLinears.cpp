// Linear layers of one input made one layer.
#include "MergedCalls.h"

#include "fx/Ops/LibTorch.h"
#include "fx/Ops/Spelling.h"
#include "fx/Passes/Pass.h"
#include "fx/Passes/ReplacePattern.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace fx {

namespace {

/// A parameter of a layer: a tensor of the module that is called, or a value of the graph.
struct LayerTensor {
  Node* value = nullptr;
  std::string path; // of the module's

  bool is_absent() const { return value == nullptr && path.empty(); }
  Node* read(Graph& graph) const { return value != nullptr ? value : graph.get_attr(Symbol(path)); }
};

struct LinearLayer {
  LayerTensor weight, bias;
  int64_t out_features = 0;
  Symbol dtype = {}; // of the weight; empty: it is not known
};

LayerTensor tensor_of(const Node& call, const ops::Operation& operation,
                      std::string_view parameter) {
  const ops::Operation::Operand* operand = operation.find(parameter);
  if (operand == nullptr) return {};
  if (!operand->tensor.empty())
    return {nullptr, fmt::format("{}.{}", call.target().view(), operand->tensor)};
  return {operand->value.is_node() ? operand->value.as_node() : nullptr, {}};
}

class MergeLinears final : public GraphPass {
public:
  Expected<PassResult> run_on_graph(Graph& graph, TracedModule& module,
                                    PassContext& context) override {
    const Expected<bool> is_asked = MergedCalls::may_merge(graph, module, context, "merge-linears");
    if (!is_asked) return is_asked.error();
    if (!*is_asked) return PassResult();
    const CallOperations operations(graph, module);
    if (operations.named("linear").size() < 2) return PassResult();
    MergedCalls merged(graph, module, operations, context.remark);
    layers_.clear();
    for (const std::vector<Node*>& calls : calls_by_input(operations, module, merged, context))
      merged.merge(calls, "linear layers",
                   [&](std::span<Node* const> together) { return make_layer(graph, together); });
    return merged.finish();
  }

private:
  /// Those of several linear layers, in the order of the program.
  std::vector<std::vector<Node*>> calls_by_input(const CallOperations& operations,
                                                 const TracedModule& module,
                                                 const MergedCalls& merged,
                                                 const PassContext& context) {
    std::map<std::pair<const Node*, std::string_view>, size_t> numbers;
    std::map<const Node*, size_t> layers_of; // by input
    std::vector<std::pair<const Node*, const Node*>> left;
    std::vector<std::vector<Node*>> groups;
    for (Node* call : operations.named("linear")) {
      const ops::Operation& operation = *operations.of(*call);
      const LayerTensor input = tensor_of(*call, operation, "input");
      if (input.value == nullptr || operation.in_place ||
          !merged.aliasing().effects(*call).is_pure() || merged.is_of_weights(*call))
        continue;
      std::optional<LinearLayer> layer = layer_of(*call, operation, module, merged);
      ++layers_of[input.value];
      if (!layer) {
        left.emplace_back(input.value, call);
        continue;
      }
      const auto [number, is_new] =
          numbers.try_emplace({input.value, layer->dtype.view()}, groups.size());
      if (is_new) groups.emplace_back();
      groups[number->second].push_back(call);
      layers_.emplace(call, std::move(*layer));
    }
    for (const auto& [input, call] : left)
      if (layers_of.at(input) > 1)
        context.remark(call, "this linear layer is not merged with others of its input: its "
                             "weight is no parameter, or nothing says how large it is; "
                             "shape-prop or --input do");
    std::erase_if(groups, [](const std::vector<Node*>& calls) { return calls.size() < 2; });
    return groups;
  }

  static std::optional<LinearLayer> layer_of(const Node& call, const ops::Operation& operation,
                                             const TracedModule& module,
                                             const MergedCalls& merged) {
    LinearLayer layer{.weight = tensor_of(call, operation, "weight"),
                      .bias = tensor_of(call, operation, "bias")};
    const auto may_be_put_together = [&](const LayerTensor& tensor) {
      return tensor.value == nullptr ? !merged.aliasing().is_written(AliasAnalysis::external)
                                     : merged.is_of_weights(*tensor.value);
    };
    if (layer.weight.is_absent() || !may_be_put_together(layer.weight) ||
        !may_be_put_together(layer.bias))
      return std::nullopt;
    const std::optional<std::vector<int64_t>> sizes =
        layer.weight.value != nullptr ? weight_sizes(module, *layer.weight.value)
                                      : weight_sizes(module, layer.weight.path);
    if (!sizes || sizes->size() != 2) return std::nullopt;
    layer.out_features = sizes->front();
    const TensorMeta* example =
        layer.weight.value != nullptr ? layer.weight.value->meta(meta::tensor_meta) : nullptr;
    if (example != nullptr) layer.dtype = example->dtype;
    return layer;
  }

  MergedCalls::Whole make_layer(Graph& graph, std::span<Node* const> calls) const {
    MergedCalls::Whole whole{.result = nullptr, .sizes = {}, .dimension = -1};
    std::vector<Argument> weights, biases;
    const bool has_bias = std::ranges::any_of(
        calls, [&](const Node* call) { return !layers_.at(call).bias.is_absent(); });
    for (const Node* call : calls) {
      const LinearLayer& layer = layers_.at(call);
      Node* weight = layer.weight.read(graph);
      weights.emplace_back(weight);
      whole.sizes.emplace_back(layer.out_features);
      if (!has_bias) continue;
      biases.emplace_back(
          !layer.bias.is_absent()
              ? layer.bias.read(graph)
              : graph.call_method("new_zeros", {weight, Argument::tuple({layer.out_features})}));
    }
    const auto put_together = [&](std::vector<Argument> parts) {
      return graph.call_function("torch.cat", {Argument::list(std::move(parts))});
    };
    // The input as it is now: it may be a part of what was merged before.
    const Node& first = *calls.front();
    const Argument input = first.args().empty() ? *first.kwarg("input") : first.arg(0);
    std::vector<Argument> operands{input, put_together(std::move(weights))};
    if (has_bias) operands.emplace_back(put_together(std::move(biases)));
    whole.result = graph.call_function(
        ops::find_functional("linear", ops::libtorch_of(graph).version())->target,
        std::move(operands));
    return whole;
  }

  std::map<const Node*, LinearLayer> layers_;
};

} // namespace

extern const PassInfo merge_linears_pass{
    .name = "merge-linears",
    .summary = "Make one linear layer of several that have the same input",
    .description = R"(
`query(x)`, `key(x)` and `value(x)` become one layer with the three weights one under the other, and its result
is split. For evaluation: what holds in both modes stays as it was for training. The weights are put together
in the graph, of parameters as they are when it runs; `const-fold<weights>` computes that once. Where a layer
has no bias and another has one, it gets zeros. Modules and keys of saved weights stay. The results are equal
up to rounding.

A part of the result lies in the memory of the whole. It is copied where that can be told: where it is
written to or returned, where code asks for strides, and where a `view` may not fit.

Left alone, with a remark: weights that are no parameters or do not follow from them, or that are written to;
sizes that are not known; and layers that cannot be computed at one place, because their input, or a
parameter, is written to between them, or a mode such as no_grad is entered or left. torch.jit's
`optimize_for_inference` does the same when it freezes a script (`ConcatLinearLayers`).
)",
    .parameters = {},
    .create = [](const PassOptions&) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<MergeLinears>();
    }};

} // namespace fx
