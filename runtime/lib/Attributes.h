// What stands at a dotted path of a live module.
#pragma once

#include <torch/nn/module.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fx::runtime {

using Parameters = torch::OrderedDict<std::string, at::Tensor>;
using Children = torch::OrderedDict<std::string, std::shared_ptr<torch::nn::Module>>;

// What a module registered itself, not as the copies that LibTorch gives of it: a look-up is a
// matter of nanoseconds.
Parameters& parameters_of(torch::nn::Module& module);
const Parameters& parameters_of(const torch::nn::Module& module);
Parameters& buffers_of(torch::nn::Module& module);
const Parameters& buffers_of(const torch::nn::Module& module);
const Children& children_of(const torch::nn::Module& module);
/// Whether the module itself is training: train() sets that of the modules below, too.
bool& mode_of(torch::nn::Module& module);
/// What Module::name() gives, which writes into the module at its first call, also where it is
/// const: another thread may ask at the same time.
std::string name_of(const torch::nn::Module& module);

/// Where the paths of a graph start: a module, and a tree of what the original keeps without
/// registering it (null: there is none), which is not in the state.
struct Root {
  const torch::nn::Module& registered;
  const torch::nn::Module* unregistered = nullptr;
};

class Path {
public:
  explicit Path(std::string_view text) : text_(text) {}

  const std::string& text() const { return text_; }
  std::vector<std::string> parts() const;
  /// The module at the path below `root`; null: there is none. An empty path is `root` itself.
  const torch::nn::Module* find_module(const torch::nn::Module& root) const;
  const torch::nn::Module* find_module(const Root& root) const;
  /// The parameter or buffer at the path; null: there is none.
  const at::Tensor* find_tensor(const torch::nn::Module& root) const;
  const at::Tensor* find_tensor(const Root& root) const;

private:
  std::string text_;
};

/// "a.b" and "c": "a.b.c".
inline std::string joined(std::string_view path, std::string_view name) {
  return path.empty() ? std::string(name) : std::string(path) + "." + std::string(name);
}

} // namespace fx::runtime
