// Convolutions and linear layers that oneDNN computes with weights in a layout of its own.
#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>
#include <torch/nn/module.h>

#include <functional>
#include <string>
#include <vector>

namespace fx::runtime {

/// A convolution over two dimensions, or a linear layer, whose weights do not change.
struct FrozenLayer {
  at::Tensor weight;
  c10::optional<at::Tensor> bias;
  std::vector<int64_t> stride, padding, dilation; // empty: a linear layer
  int64_t groups = 1;
  bool has_relu = false;

  bool is_linear() const { return stride.empty(); }
  /// As LibTorch computes it without us.
  at::Tensor run(const at::Tensor& input) const;
};

/// Runs a layer by oneDNN's primitives. Not thread-safe in its making alone.
class PrepackedLayer : public torch::nn::Module {
public:
  /// `input`: a tensor of the sizes that are measured with. `layout`: in which convolutions take
  /// and give tensors.
  PrepackedLayer(FrozenLayer layer, const at::Tensor& input, at::MemoryFormat layout);
  at::Tensor forward(const at::Tensor& input);
  void pretty_print(std::ostream& stream) const override;
  /// Copies share what never changes.
  std::shared_ptr<torch::nn::Module>
  clone(const torch::optional<torch::Device>& device = torch::nullopt) const override;

  /// Whether LibTorch's oneDNN takes it: float32 on the processor.
  static bool is_possible(const FrozenLayer& layer, const at::Tensor& input);

private:
  at::Tensor convolve(const at::Tensor& input) const;

  FrozenLayer layer_;
  at::MemoryFormat layout_;
  c10::IValue packed_;
};

/// Seconds that a call takes, the least of some.
double time_of(const std::function<void()>& call);

} // namespace fx::runtime
