#include "RuleTrace.h"

#include "ExampleValues.h"
#include "ProxyTensor.h"
#include "Results.h"

#include "fx/IR/ElementType.h"
#include "fx/Runtime/FakeTensorProp.h"

#include <ATen/ops/empty_strided.h>

#include <fmt/format.h>

namespace fx::runtime {

RuleState::RuleState(const GraphModuleImpl& module) : module_(module) {
  const torch::nn::Module& root = module;
  for (const auto& entry : root.named_modules("", /*include_self=*/false))
    modules_.try_emplace(entry.value().get(), entry.key());
  for (const auto& entry : root.named_parameters())
    if (entry.value().defined())
      tensors_.try_emplace(entry.value().unsafeGetTensorImpl(), entry.key());
  for (const auto& entry : root.named_buffers())
    if (entry.value().defined())
      tensors_.try_emplace(entry.value().unsafeGetTensorImpl(), entry.key());
}

const std::string& RuleState::path_of(const at::Tensor& tensor) {
  std::string& path = tensors_[tensor.unsafeGetTensorImpl()];
  for (size_t number = constants_.size(); path.empty(); ++number) {
    std::string name = fmt::format("_tensor_constant{}", number);
    if (constants_.contains(name) || module_.find_tensor(name) || module_.find_module(name))
      continue;
    path = name;
    constants_.emplace(std::move(name), tensor);
  }
  return path;
}

const std::string* RuleState::path_of(const torch::nn::Module& module) const {
  const auto found = modules_.find(&module);
  return found == modules_.end() ? nullptr : &found->second;
}

namespace {

/// What a node's meta says of its value, with tensors on Meta; nothing: not enough.
std::optional<Value> known_example(const Node& node) {
  if (const Value* value = node.meta(meta::val)) return *value;
  const TensorMeta* tensor = node.meta(meta::tensor_meta);
  if (tensor == nullptr || tensor->stride.size() != tensor->shape.size()) return std::nullopt;
  const ElementType* type = find_element_type(tensor->dtype);
  if (type == nullptr || !type->exists()) return std::nullopt;
  const Untraced untraced;
  return Value(at::empty_strided(
      tensor->shape, tensor->stride,
      at::TensorOptions(static_cast<at::ScalarType>(type->number)).device(c10::kMeta)));
}

std::optional<c10::Device> known_device(const Node& node) {
  const std::optional<TensorMetadata> metadata = tensor_metadata(node);
  if (!metadata || metadata->device.empty()) return std::nullopt;
  return c10::Device(metadata->device.str());
}

} // namespace

Graph RuleTracer::record(const TracedFunction& function) {
  return trace_root(nullptr, function, {});
}

Value RuleTracer::stand_in(Node* input) {
  if (const auto known = proxies_.find(input); known != proxies_.end()) return known->second;
  Value value = create_proxy(Opcode::Placeholder, "operand", {}, {});
  if (ProxyTensor* proxy = ProxyTensor::of(value)) {
    inputs_.emplace(proxy->node(), input);
    if (const std::optional<Value> example = known_example(*input))
      describe(*proxy, *example, known_device(*input));
  }
  return proxies_.emplace(input, std::move(value)).first->second;
}

Args RuleTracer::create_args_for_root(const TracedFunction& function, const TraceOptions&) {
  const RuleOperands operands(node_, function);
  // All placeholders come before what is computed of them.
  for (Node* input : node_.all_input_nodes())
    stand_in(input);
  return operands.values([this](Node* input) { return stand_in(input); });
}

std::string RuleTracer::path_of_module(const torch::nn::Module& module) {
  const std::string* path = state_.path_of(module);
  return path ? *path : Tracer::path_of_module(module);
}

Argument RuleTracer::tensor_arg(const at::Tensor& tensor) {
  const c10::TensorImpl* impl = tensor.unsafeGetTensorImpl();
  if (const auto known = attributes_.find(impl); known != attributes_.end()) return {known->second};
  if (impl->is_wrapped_number()) return Tracer::tensor_arg(tensor);
  this_thread().finish(tensor);
  Node* node = &getattr(state_.path_of(tensor), tensor).node();
  attributes_.emplace(impl, node);
  return {node};
}

void RuleTracer::tensor_written(const at::Tensor& tensor, Node* node) {
  attributes_[tensor.unsafeGetTensorImpl()] = node;
}

} // namespace fx::runtime
