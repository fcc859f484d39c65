// Layers that LibTorch's quantised kernels run, with weights packed as its engine wants them.
#pragma once

#include "FrozenLayers.h"

#include <torch/nn/modules/rnn.h>

#include <optional>

namespace fx::runtime {

/// real = scale * (number - zero_point)
struct QuantizationParameters {
  double scale = 1;
  int64_t zero_point = 0;
  friend bool operator==(const QuantizationParameters&, const QuantizationParameters&) = default;
};
/// Two products of 8 bits are added in 16 on processors without VNNI, where 255 * 127 * 2 has no
/// place: one side has to have 7 bits. That is what comes in when its range is known in each call,
/// and the weights when numbers may be beyond what a calibration saw.
enum class WeightBits : uint8_t { Eight, Seven };

/// Layers of LibTorch's own in float32, with weights that are rounded to int8 and back.
std::shared_ptr<torch::nn::Module> rounded_layer(const FrozenLayer& layer, WeightBits bits);
std::shared_ptr<torch::nn::Module> rounded_lstm(const torch::nn::LSTMImpl& lstm);

/// For uint8, of values between two numbers (torch: MinMaxObserver.calculate_qparams).
QuantizationParameters parameters_for(double least, double greatest);

/// Whether LibTorch has an engine that packs weights.
bool has_quantized_engine();
/// Whether the layer's weights are float32 on the processor, and finite.
bool is_quantizable(const FrozenLayer& layer);

/// A linear layer or a convolution. With parameters of its result it takes and gives quantised
/// tensors, else float32 (linear layers alone).
class QuantizedLayer : public torch::nn::Module {
public:
  QuantizedLayer(const FrozenLayer& layer, std::optional<QuantizationParameters> result);
  at::Tensor forward(const at::Tensor& input);
  void pretty_print(std::ostream& stream) const override;
  /// Copies share what never changes.
  std::shared_ptr<torch::nn::Module>
  clone(const torch::optional<torch::Device>& device = torch::nullopt) const override;

private:
  at::Tensor dynamic(const at::Tensor& input) const;

  bool is_linear_, has_relu_;
  std::optional<QuantizationParameters> result_;
  c10::IValue packed_;
  std::vector<int64_t> sizes_;
};

/// An LSTM whose weights are int8.
class QuantizedLstm : public torch::nn::Module {
public:
  /// Whether the kernel computes it: no projections, biases, weights of float32.
  static bool is_possible(const torch::nn::LSTMImpl& lstm);
  explicit QuantizedLstm(const torch::nn::LSTMImpl& lstm);
  /// (output, (h_n, c_n))
  c10::IValue forward(const at::Tensor& input, const std::vector<at::Tensor>& state);
  void pretty_print(std::ostream& stream) const override;
  std::shared_ptr<torch::nn::Module>
  clone(const torch::optional<torch::Device>& device = torch::nullopt) const override;

private:
  torch::nn::LSTMOptions options_;
  c10::List<c10::IValue> packed_;
};

} // namespace fx::runtime
