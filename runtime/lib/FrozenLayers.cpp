#include "FrozenLayers.h"

#include "fx/Analysis/Aliasing.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string_view>
#include <unordered_map>

namespace fx::runtime {

using ops::Operation;

std::optional<FrozenLayer> frozen_layer(const Node& call, const Operation& operation,
                                        const LiveOperations& operations) {
  const bool is_linear = operation.name == "linear";
  if (!is_linear && operation.name != "conv2d") return std::nullopt;
  const at::Tensor* weight = operations.tensor(call, operation, "weight");
  if (weight == nullptr || !weight->defined() || weight->numel() == 0 ||
      weight->dim() != (is_linear ? 2 : 4))
    return std::nullopt;
  FrozenLayer layer;
  layer.weight = weight->detach();
  if (!is_absent(operation, "bias")) {
    const at::Tensor* bias = operations.tensor(call, operation, "bias");
    // torch::linear broadcasts others.
    if (bias == nullptr || !bias->defined() || bias->dim() != 1 || bias->size(0) != weight->size(0))
      return std::nullopt;
    layer.bias = bias->detach();
  }
  if (is_linear) return layer;
  layer.stride = numbers(operation, "stride", 2);
  layer.padding = numbers(operation, "padding", 2);
  layer.dilation = numbers(operation, "dilation", 2);
  const Operation::Operand* groups = operation.find("groups");
  if (layer.stride.empty() || layer.padding.empty() || layer.dilation.empty() ||
      groups == nullptr || !groups->value.is(Argument::Kind::Int))
    return std::nullopt;
  layer.groups = groups->value.as_int();
  return layer;
}

namespace {

/// The ReLU that all who use a result see: its only user, or one that is done in the result's own
/// memory before anybody else uses it. Null: there is none.
Node* relu_of(const Node& call, const LiveOperations& operations) {
  Node* first = nullptr;
  for (Node* user : call.users())
    if (first == nullptr || user->is_before(*first)) first = user;
  const Operation* relu = first != nullptr ? operations.of(*first) : nullptr;
  const bool is_relu = relu != nullptr && relu->name == "relu" && first->arg(0).is_node() &&
                       first->arg(0).as_node() == &call;
  return is_relu && (call.num_users() == 1 || relu->in_place) ? first : nullptr;
}

/// The value that another is, or is a view of, as far back as one operand tells.
const Node* origin(const Node* node, const AliasAnalysis& aliasing) {
  while (node->op() == Opcode::CallFunction || node->op() == Opcode::CallMethod) {
    const uint64_t aliases = aliasing.effects(*node).aliases;
    if (aliases == 0) break;
    const auto first = static_cast<size_t>(std::countr_zero(aliases));
    if (first >= node->args().size() || !node->arg(first).is_node()) break;
    node = node->arg(first).as_node();
  }
  return node;
}

std::shared_ptr<torch::nn::Module> copy_of(const GraphModule& module, const std::string& path) {
  std::shared_ptr<torch::nn::Module> called = module->find_module(path)->shared_from_this();
  try {
    return called->clone();
  } catch (const c10::Error&) { // a class without clone() is shared
    return called;
  }
}

} // namespace

GraphModule frozen(const GraphModule& module) {
  AttributeMap attributes;
  Graph copy = module->graph().clone();
  for (const Node* node : copy) {
    const std::string target = node->target().str();
    if (node->op() == Opcode::GetAttr)
      attributes.emplace(target, module->find_tensor(target)->detach().clone());
    else if (node->op() == Opcode::CallModule && !attributes.contains(target))
      attributes.emplace(target, copy_of(module, target));
  }
  GraphModule made(attributes, std::move(copy), module->class_name());
  made->set_codegen(module->codegen());
  made->eval();
  return made;
}

void ReplacedLayers::replace(Graph& graph, const LayerCall& layer, Node* by) {
  for (Node* old : {layer.relu, layer.call}) {
    if (old == nullptr) continue;
    old->replace_all_uses_with(by);
    graph.erase_node(old);
    nodes_.emplace(old, by);
  }
}

std::string free_path(const GraphModule& module, std::string_view prefix) {
  for (int i = 0;; ++i)
    if (std::string path = fmt::format("{}_{}", prefix, i); module->find_module(path) == nullptr)
      return path;
}

bool writes_to_weights(const GraphModule& module) {
  const TracedModule model = module->describe();
  const AliasAnalysis aliasing(model.graph, &model, Modes::Eval);
  return std::ranges::any_of(model.graph, [&](const Node* node) {
    const Effects& effects = aliasing.effects(*node);
    return effects.unknown || effects.writes_state ||
           std::ranges::any_of(aliasing.written_by(*node), [&](const Node* written) {
             const Node* tensor = origin(written, aliasing);
             return tensor->op() != Opcode::Placeholder &&
                    aliasing.memory(*tensor) == AliasAnalysis::external;
           });
  });
}

std::vector<LayerCall> frozen_layers(const GraphModule& module) {
  std::vector<LayerCall> calls;
  if (writes_to_weights(module)) return calls;
  const LiveOperations operations(module);
  for (Node* node : module->graph()) {
    const Operation* operation = operations.of(*node);
    if (operation == nullptr) continue;
    std::optional<FrozenLayer> layer = frozen_layer(*node, *operation, operations);
    Node* input = layer ? operations.node(*operation, "input") : nullptr;
    if (input == nullptr) continue;
    Node* relu = relu_of(*node, operations);
    layer->has_relu = relu != nullptr;
    calls.push_back({node, relu, input, std::move(*layer)});
  }
  return calls;
}

} // namespace fx::runtime
