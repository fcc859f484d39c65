// What a model holds when it is constructed: the tensors of LibTorch's modules and the values of
// the init graph, computed on the CPU.
#pragma once

#include "Plugin.h"

#include "fx/IR/TracedModule.h"

#include <map>
#include <string>
#include <unordered_map>

namespace fx::ops::kernels {

/// "layer1" and "weight" -> "layer1.weight".
std::string joined(const std::string& owner, std::string_view name);

class InitialValues {
public:
  /// Computes them all. What cannot be computed has no value; problem_of() says why.
  InitialValues(const Plugin& plugin, const TracedModule& module);

  /// The tensor at a dotted path, a parameter of a leaf or of the model's own; or a number that a
  /// member keeps. Null: it is registered undefined, or is not known.
  const Example* find(const std::string& path) const;
  /// Why the value at a dotted path is not known; null when it is.
  const Error* problem_of(const std::string& path) const;
  /// LibTorch's module at a dotted path, which holds its part of the values; null: there is none.
  const Plugin::Module* module_at(const std::string& path) const;
  /// The dotted paths of all parameters and buffers of LibTorch's modules.
  const std::vector<std::string>& leaf_paths() const { return leaf_paths_; }

private:
  void compute(const Node& node);
  void make_leaf(const ModuleNode& module);
  const Example& value_of(const Node& node) const;
  Example computed(const Node& node) const;

  const Plugin& plugin_;
  const LibTorch& libtorch_;
  std::map<std::string, Example> values_;
  std::map<std::string, Error> problems_;
  std::vector<std::string> leaf_paths_;
  std::map<std::string, Plugin::Module> modules_;
  std::unordered_map<const Node*, Example> nodes_;
  std::unordered_map<const Node*, Error> node_problems_;
};

} // namespace fx::ops::kernels
