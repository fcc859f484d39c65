// Writes in place to what backward() needs, which it throws for: found by running it.
#include "Checks.h"
#include "OutOfPlace.h"

#include "fx/Analysis/Effects.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>
#include <numeric>
#include <span>

namespace fx::check {

namespace {

/// Nobody waits for the gradients of a model whose tensors take more than this, in bytes.
constexpr double most_memory = double(1 << 30);

const Graph* trained_graph(const TracedModule& model) {
  for (const Graph* graph : model.forward_graphs())
    if (includes_training(model.modes_of(*graph))) return graph;
  return nullptr;
}

double memory_of(const TensorMeta& tensor) {
  return std::accumulate(tensor.shape.begin(), tensor.shape.end(), 4.0, std::multiplies<>());
}

/// Of all values, and of parameters with their gradients.
double memory_of(const TracedModule& model, const Graph& graph) {
  double bytes = 0;
  for (const Graph* each : {&model.init, &graph})
    for (const Node* node : *each)
      if (const TensorMeta* tensor = node->meta(meta::tensor_meta)) bytes += memory_of(*tensor);
  for (const ModuleNode* module : all_modules(model.modules))
    if (module->leaf_tensors)
      for (const LeafTensor& tensor : *module->leaf_tensors)
        bytes += 2 * memory_of(tensor.tensor);
  return bytes;
}

std::vector<const Node*> writes_of(const Graph& graph, const TracedModule& model) {
  EffectOracle effects(&model);
  std::vector<const Node*> writes;
  for (const Node* node : graph)
    if (effects(*node).writes != 0) writes.push_back(node);
  return writes;
}

/// What LibTorch says, without advice for Python: "... has been modified by an inplace operation:
/// [CPUFloatType [2, 4]], which is output 0 of ReluBackward0, is at version 1; expected version 0".
std::string shortened(llvm::StringRef reason) {
  for (const llvm::StringRef end : {"; expected version", ". Hint: "})
    reason = reason.take_front(reason.find(end));
  return reason.str();
}

} // namespace

void check_backward(Findings& findings, const TracedModule& model,
                    std::span<const TracedModule> models, ops::Kernels& kernels) {
  const Graph* graph = trained_graph(model);
  if (graph == nullptr) return;
  const std::vector<const Node*> writes = writes_of(*graph, model);
  if (writes.empty() || memory_of(model, *graph) > most_memory) return;
  const auto example = [&](const Node& placeholder) -> ops::ExampleValue {
    const TensorMeta* tensor = placeholder.meta(meta::tensor_meta);
    if (tensor == nullptr) return nullptr;
    const Expected<ops::ExampleValue> made = kernels.tensor(*tensor);
    return made ? *made : nullptr;
  };
  const std::optional<ops::BackwardRefusal> refused =
      kernels.backward_refusal(*graph, model, example, writes);
  if (!refused) return;
  const SourceRange* at = refused->node->meta(meta::source_range);
  if (at == nullptr) return;
  Finding& finding =
      findings.warn(findings.location(*at), diag::backward_fails, shortened(refused->reason));
  fix_out_of_place(findings, finding, *refused->node, models);
}

} // namespace fx::check
