// Modules whose weights are 8-bit integers, for inference: torch.ao.quantization's
// quantize_dynamic, and its static quantisation with a calibration (prepare_fx, convert_fx).
//
//     net->eval();
//     fx::QuantizedModule small = fx::quantize_dynamic(fx::symbolic_trace(*net), {x});
//     std::cout << small.error.relative;
//     torch::NoGradGuard no_grad;
//     torch::Tensor y = small.module->forward(x);
#pragma once

#include "fx/Runtime/GraphModule.h"
#include "fx/Runtime/MixedPrecision.h"

#include <functional>
#include <string>
#include <vector>

namespace fx {

struct QuantizeOptions {
  /// Told what became of 8-bit integers, and what was left with the reason, each text by itself.
  /// Without: nobody is.
  std::function<void(const std::string&)> remark = {};
  /// In the form that torch calls the reference (convert_fx with is_reference): layers of float32,
  /// with weights that are rounded, take and give what is quantised and made float again by nodes.
  /// It is no faster than it was, but it is saved and written as any module is, and computes what
  /// the integers do but for how sums are rounded. What an LSTM takes is not rounded then.
  bool reference = false;
};

struct QuantizedModule {
  GraphModule module;
  /// How far the results are from those in float32: for the inputs, the greatest of all of them.
  PrecisionError error;
};

/// Linear layers and LSTMs get weights of int8, a scale for each row (per_channel_dynamic_qconfig;
/// torch's default has one scale for all), and what comes in is quantised in each call, by its own
/// range. Results are float32. Layers whose weights do not change count, whatever way they are
/// spelled; weights are as they are now. It is run and copied, not saved unless it is a reference,
/// and records no gradients.
///
/// RuntimeError: the module is in training; LibTorch has no engine for quantised operators.
QuantizedModule quantize_dynamic(const GraphModule& module, const Args& inputs,
                                 const QuantizeOptions& options = {});

/// Linear layers and convolutions over two dimensions run on 8-bit integers: weights in int8, a
/// scale for each channel, of 7 bits, with which no sum overflows on processors without VNNI, and
/// what they take and give in uint8, by the least and the greatest number there was in a
/// calibration (torch: MinMaxObserver, PerChannelMinMaxObserver). The Interpreter runs each of
/// `calibration` for that, on copies. Numbers outside of what it saw become its least or greatest.
/// What is between such layers runs in float32: torch.quantize_per_tensor and dequantize are nodes,
/// and none stands between two layers that follow each other.
///
/// RuntimeError: as above; `calibration` is empty.
QuantizedModule quantize_static(const GraphModule& module, const std::vector<Args>& calibration,
                                const QuantizeOptions& options = {});

} // namespace fx
