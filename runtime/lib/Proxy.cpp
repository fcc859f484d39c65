#include "fx/Runtime/Proxy.h"

#include "ProxyTensor.h"

namespace fx {

namespace {

using runtime::ProxyTensor;

at::Tensor tensor_for(Node* node, TracerBase* tracer) {
  if (node == nullptr) throw GraphError("a Proxy stands for a node, and there is none");
  if (tracer != nullptr) return ProxyTensor::make(node, *tracer);
  // Of the trace that makes the graph, while it runs.
  if (Tracer* running = runtime::this_thread().tracer;
      running != nullptr && &running->graph() == &node->graph())
    return ProxyTensor::make(node, *running);
  return ProxyTensor::make(node, *std::make_shared<GraphAppendingTracer>(node));
}

} // namespace

Proxy::Proxy(Node* node, TracerBase* tracer) : at::Tensor(tensor_for(node, tracer)) {}

std::optional<Proxy> Proxy::of(const at::Tensor& tensor) {
  if (ProxyTensor::of(tensor) == nullptr) return std::nullopt;
  return Proxy(tensor);
}

std::optional<Proxy> Proxy::of(const Value& value) {
  return value.isTensor() ? of(value.toTensor()) : std::nullopt;
}

Node& Proxy::node() const {
  return *ProxyTensor::of(*this)->node();
}

TracerBase& Proxy::tracer() const {
  return ProxyTensor::of(*this)->tracer();
}

} // namespace fx
