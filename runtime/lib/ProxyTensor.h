// The tensor behind a Proxy: no memory, one dispatch key, and the node that it stands for.
#pragma once

#include "TraceState.h"

#include <c10/core/TensorImpl.h>

#include <optional>

namespace fx::runtime {

/// What proxies say of themselves where nothing is known of what they stand for. A trace is made
/// again with other claims, to find what a program decides by them: TraceModes.
struct Claims {
  c10::ScalarType dtype = c10::ScalarType::Float;
  c10::Device device = c10::Device(c10::kCPU);
  c10::Layout layout = c10::kStrided;
  bool requires_grad = false; // inputs
  bool is_contiguous = false;
  double number = 0; // of what C++ wants as a number: 0 stands for a NaN

  static Claims& of_this_thread();
};

class ProxyTensor final : public c10::TensorImpl {
public:
  /// Without a node it stands for an example alone.
  ProxyTensor(Node* node, std::shared_ptr<TraceState> state);

  static at::Tensor make(Node* node, TracerBase& tracer);
  /// Null: the tensor is no proxy.
  static ProxyTensor* of(const at::Tensor& tensor);
  static ProxyTensor* of(const Value& value) {
    return value.isTensor() ? of(value.toTensor()) : nullptr;
  }

  /// Throw a TraceError when the graph is gone, or the trace is over.
  Node* node() const;
  TracerBase& tracer() const;
  void set_node(Node* node);

  /// What the node gives for the example inputs, with tensors on Meta; None where it is not known.
  const Value& example() const { return example_; }
  /// The tensor claims type and device from now on.
  void set_example(Value example, std::optional<c10::Device> device = {});

  /// An input requires a gradient, where that is claimed.
  void claim_gradient();
  bool claims_gradient() const { return claims_gradient_; }
  c10::Layout layout_custom() const override;

  int64_t dim_custom() const override;
  int64_t numel_custom() const override;
  c10::IntArrayRef sizes_custom() const override;
  c10::IntArrayRef strides_custom() const override;
  c10::SymIntArrayRef sym_sizes_custom() const override;
  c10::SymIntArrayRef sym_strides_custom() const override;
  c10::SymInt sym_numel_custom() const override;
  int64_t storage_offset_custom() const override;
  c10::SymInt sym_storage_offset_custom() const override;
  bool is_contiguous_custom(at::MemoryFormat memory_format) const override;
  bool is_strides_like_custom(at::MemoryFormat memory_format) const override;
  bool is_non_overlapping_and_dense_custom() const override;
  bool has_storage() const override;
  c10::intrusive_ptr<TensorImpl> shallow_copy_and_detach(const c10::VariableVersion& version,
                                                         bool allow_change) const override;
  c10::intrusive_ptr<TensorImpl> shallow_copy_and_detach(c10::VariableVersion&& version,
                                                         bool allow_change) const override;
  void shallow_copy_from(const c10::intrusive_ptr<TensorImpl>& other) override;
  const char* tensorimpl_type_name() const override { return "fx::Proxy"; }

private:
  const at::Tensor& known(const char* what) const;
  void check() const;
  /// Whether the norm that runs asks, which only looks whether its input could be right.
  bool is_norm_input() const {
    return this_thread().norm != nullptr && this_thread().norm_input == this;
  }
  c10::IntArrayRef sizes_for_norm() const;

  bool claims_contiguous_;
  bool claims_gradient_ = false;
  c10::Layout layout_;
  Node* node_;
  std::weak_ptr<const void> lifetime_; // of node_
  std::shared_ptr<TraceState> state_;
  std::shared_ptr<TracerBase> owned_; // a tracer that proxies alone keep
  Value example_;
};

} // namespace fx::runtime
