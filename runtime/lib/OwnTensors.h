// Modules of torch::nn whose members are not what they registered.
#pragma once

#include <torch/nn/module.h>

namespace fx::runtime {

/// Whether the module, or one below it, computes with a tensor other than the one that it
/// registered under the same name: `decoder->weight = embedding->weight` changes the member alone,
/// and the state of the decoder is its old weight. Such a module cannot be one node of a graph that
/// is saved or copied, because that has the state. Not seen of LSTM, GRU and RNN, which keep a list
/// of their own.
bool has_own_tensors(const torch::nn::Module& module);

} // namespace fx::runtime
