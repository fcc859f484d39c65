// A tensor that stands for the value of a node: torch.fx's Proxy (torch/fx/proxy.py).
//
//     fx::Proxy x(node);
//     torch::Tensor y = torch::relu(x) + 1; // two more nodes of node.graph()
//
// A Proxy is a torch::Tensor, so that whatever takes tensors takes proxies: operators, lists and
// optionals of tensors, modules, functions of the user's. LibTorch's operators append a node and
// give another proxy. There is no memory behind it: item(), data_ptr() and printing are
// TraceErrors, and so are sizes unless the trace has example inputs (fx/Runtime/SymbolicTrace.h).
// The type of the elements cannot be asked for without an answer: it is float where nothing is
// known.
#pragma once

#include "fx/IR/Graph.h"
#include "fx/Runtime/Errors.h"
#include "fx/Runtime/Value.h"

#include <ATen/core/Tensor.h>

#include <optional>

namespace fx {

class TracerBase;

class Proxy : public at::Tensor {
public:
  /// Stands for the value of `node`. What is computed of it goes to `tracer`; without one to the
  /// node's graph, at its insertion point, as torch.fx's GraphAppendingTracer does.
  explicit Proxy(Node* node, TracerBase* tracer = nullptr);
  /// The proxy that a tensor is; nothing when it is none.
  static std::optional<Proxy> of(const at::Tensor& tensor);
  static std::optional<Proxy> of(const Value& value);

  /// The node that computes the tensor. After an operator that writes to the tensor it is that
  /// operator's. TraceError: the graph is gone, or the trace that made the proxy is over.
  Node& node() const;
  /// Throws as node() does.
  TracerBase& tracer() const;

private:
  explicit Proxy(at::Tensor tensor) : at::Tensor(std::move(tensor)) {}
};

} // namespace fx
