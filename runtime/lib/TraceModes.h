// What a trace in each of two modes needs: the modules' modes, and whether the graphs differ.
#pragma once

#include "fx/IR/Graph.h"

#include <torch/nn/module.h>

#include <array>
#include <cstddef>
#include <memory_resource>
#include <utility>
#include <vector>

namespace fx::runtime {

/// Gives a module and all below it the modes back that they have now.
class KeptModes {
public:
  explicit KeptModes(torch::nn::Module& root);
  ~KeptModes();
  KeptModes(const KeptModes&) = delete;
  KeptModes& operator=(const KeptModes&) = delete;

private:
  // On the stack: of a model of the usual size nothing else is asked for.
  std::array<std::byte, 4096> memory_;
  std::pmr::monotonic_buffer_resource resource_{memory_.data(), memory_.size()};
  std::pmr::vector<std::pair<bool*, bool>> modes_{&resource_};
};

/// Whether two tensors have the same numbers, bit for bit; true of such as have no strides.
bool same_contents(const at::Tensor& a, const at::Tensor& b);

/// Whether two graphs compute the same, node by node; names and meta are not looked at.
bool same_computation(const Graph& a, const Graph& b);

} // namespace fx::runtime
