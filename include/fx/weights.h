// Weights that were saved before a model's modules got other names.
//
//   torch::serialize::InputArchive saved;
//   saved.load_from("net.pt"); // by torch::save(net, "net.pt"), of the model as it was
//   fx::load_weights(*net, saved, fx::read_key_map("net.keys"));
//
// `net.keys` is what `fx-clang-trace --refactor=... --key-map=net.keys` writes: a line for each
// module that has another path, the old one, a tab, and the new one. What is inside of a module
// goes with it. In Python: load_state_dict({now(key): value for key, value in saved.items()}).
//
// C++17 and LibTorch are all that this needs; no library of fx-clang's is linked.
#pragma once

#include <torch/torch.h>

#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace fx {

/// By the paths that modules have now: those that they had when the weights were saved.
using KeyMap = std::map<std::string, std::string>;

/// Reads what --key-map wrote. Throws c10::Error when the file cannot be read, or has a line that
/// is no pair of paths.
inline KeyMap read_key_map(const std::string& path) {
  std::ifstream file(path);
  TORCH_CHECK(file.good(), "the key map '", path, "' cannot be read");
  KeyMap keys;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) continue;
    const size_t tab = line.find('\t');
    TORCH_CHECK(tab != std::string::npos && tab > 0 && tab + 1 < line.size() &&
                    line.find('\t', tab + 1) == std::string::npos,
                path, ":", number,
                ": a line has the path that a module had, a tab, and its path now");
    keys[line.substr(tab + 1)] = line.substr(0, tab);
  }
  return keys;
}

/// The key under which a parameter or buffer was saved: the entry of the innermost module decides.
inline std::string saved_key(const std::string& key, const KeyMap& keys) {
  for (size_t dot = key.rfind('.'); dot != std::string::npos && dot > 0;
       dot = key.rfind('.', dot - 1))
    if (const auto found = keys.find(key.substr(0, dot)); found != keys.end())
      return found->second + key.substr(dot);
  return key;
}

/// The tensor that torch::save wrote for a key, "layer1.0.weight": an archive in the archive for
/// each module. Throws c10::Error when there is none.
inline torch::Tensor read_saved(torch::serialize::InputArchive& saved, const std::string& key) {
  std::vector<torch::serialize::InputArchive> archives;
  size_t begin = 0;
  for (size_t dot; (dot = key.find('.', begin)) != std::string::npos; begin = dot + 1) {
    torch::serialize::InputArchive child;
    TORCH_CHECK((archives.empty() ? saved : archives.back())
                    .try_read(key.substr(begin, dot - begin), child),
                "the saved weights have no '", key, "'");
    archives.push_back(std::move(child));
  }
  torch::Tensor tensor;
  TORCH_CHECK((archives.empty() ? saved : archives.back()).try_read(key.substr(begin), tensor) ||
                  (archives.empty() ? saved : archives.back())
                      .try_read(key.substr(begin), tensor, /*is_buffer=*/true),
              "the saved weights have no '", key, "'");
  return tensor;
}

/// Gives all parameters and buffers of `module` their saved values. Throws c10::Error when one has
/// none, or one of another shape; those before it have theirs then.
inline void load_weights(torch::nn::Module& module, torch::serialize::InputArchive& saved,
                         const KeyMap& keys = {}) {
  const torch::NoGradGuard no_grad;
  const auto load = [&](const std::string& key, torch::Tensor& tensor) {
    const std::string was = saved_key(key, keys);
    const torch::Tensor value = read_saved(saved, was);
    TORCH_CHECK(value.sizes() == tensor.sizes(), "'", key, "' has the shape ", tensor.sizes(),
                ", and what was saved as '", was, "' has ", value.sizes());
    tensor.copy_(value);
  };
  for (auto& item : module.named_parameters())
    if (item.value().defined()) load(item.key(), item.value());
  for (auto& item : module.named_buffers())
    if (item.value().defined()) load(item.key(), item.value());
}

} // namespace fx
