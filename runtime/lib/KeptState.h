// What running a module may change: parameters, buffers, and the state of random numbers.
#pragma once

#include "fx/Runtime/Value.h"

#include <ATen/core/Generator.h>
#include <ATen/core/Tensor.h>
#include <torch/nn/module.h>

#include <string>
#include <utility>
#include <vector>

namespace fx::runtime {

using NamedTensors = std::vector<std::pair<std::string, at::Tensor>>;

/// A value in which every tensor is a copy, which requires a gradient where the original does.
Value copy(const Value& value);
Args copies(const Args& values);

class KeptState {
public:
  explicit KeptState(const std::vector<torch::nn::Module*>& modules);

  /// Copies of the tensors as they were, and as they are now.
  const NamedTensors& before() const { return before_; }
  NamedTensors now() const;

  /// At its end all is as it was.
  class Restored {
  public:
    explicit Restored(const KeptState& state) : state_(state) {}
    ~Restored();
    Restored(const Restored&) = delete;
    Restored& operator=(const Restored&) = delete;

  private:
    const KeptState& state_;
  };

private:
  void restore() const;

  NamedTensors live_, before_;
  std::vector<std::pair<at::Generator, at::Tensor>> generators_;
};

} // namespace fx::runtime
