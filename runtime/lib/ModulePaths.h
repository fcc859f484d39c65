// The paths of what a module holds: each thing's first, as Python's named_modules() and
// named_parameters() give it.
#pragma once

#include <torch/nn/module.h>

#include <deque>
#include <string>
#include <unordered_map>

namespace fx::runtime {

class ModulePaths {
public:
  /// Of nothing.
  ModulePaths() = default;
  explicit ModulePaths(const torch::nn::Module& root);

  /// The module holds what it held, where it held it.
  bool is_current(const torch::nn::Module& root) const;

  /// Null: the root does not hold it. Its own path is empty.
  const std::string* find(const torch::nn::Module& module) const;
  /// Of a parameter or buffer. The root must be there.
  const std::string* find(const at::Tensor& tensor);

private:
  void add_modules(const torch::nn::Module& module, const std::string& path);
  void add_tensors(const torch::nn::Module& module, const std::string& path);

  std::unordered_map<const torch::nn::Module*, std::string> modules_;
  std::unordered_map<const c10::TensorImpl*, std::string> tensors_;
  /// The root and all that it holds, in order: null ends a module.
  std::deque<const void*> held_; // which grows without moving
};

} // namespace fx::runtime
