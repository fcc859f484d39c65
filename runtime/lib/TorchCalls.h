// torch::nn's modules and functions by name, with their options by name: what the graph's
// call_module nodes and torch.nn.functional targets need. Generated from LibTorch's headers at
// build time.
#pragma once

#include "NamedArguments.h"

#include "fx/IR/Node.h"

#include <torch/nn/module.h>

#include <algorithm>

namespace fx::runtime {

struct ModuleCalls {
  std::string_view name; // "Conv2d"
  std::shared_ptr<torch::nn::Module> (*make)(const NamedArguments& options);
  /// Null: its forward is a template, or takes what no graph holds.
  Example (*forward)(torch::nn::Module& module, const Examples& arguments);
};

struct FunctionCall {
  std::string_view name; // "max_pool2d"
  Example (*call)(const NamedArguments& arguments);
};

/// Null when there is none of that name.
template <class Row, size_t Count>
const Row* find_row(const Row (&rows)[Count], std::string_view name) {
  const Row* found = std::ranges::find(rows, name, &Row::name);
  return found == std::end(rows) ? nullptr : found;
}
const ModuleCalls* find_module(std::string_view name);
const FunctionCall* find_function(std::string_view name);
/// torch.nn.functional.NAME of a graph; null when the target is none.
const FunctionCall* find_functional_target(const Node& node);
/// Calls it with the arguments of a node, which are named as Python names them. Throws Unknown for
/// a keyword that C++ does not have.
Example call_function(const FunctionCall& function, const Examples& arguments);

} // namespace fx::runtime
