// torch::nn's modules and functions by name, with their options by name. Generated from LibTorch's
// headers.
#pragma once

#include "FromValue.h"
#include "ToValue.h"

#include <torch/nn/module.h>

#include <algorithm>
#include <iterator>
#include <memory>

namespace fx_kernels {

struct ModuleCalls {
  std::string_view name; // "Conv2d"
  std::shared_ptr<torch::nn::Module> (*make)(const NamedArguments& options);
  /// Null: its forward is a template, or takes what no graph holds.
  Example (*forward)(torch::nn::Module& module, const Examples& arguments);
  /// All options of a live module, those of the constructor first. Null: it has none.
  void (*options)(const torch::nn::Module& module, OptionValues& values);
};

struct FunctionCall {
  std::string_view name; // "max_pool2d"
  Example (*call)(const NamedArguments& arguments);
};

/// Null when there is none of that name.
template <class Row, size_t Count>
const Row* find_row(const Row (&rows)[Count], std::string_view name) {
  const Row* found = std::find_if(std::begin(rows), std::end(rows),
                                  [&](const Row& row) { return row.name == name; });
  return found == std::end(rows) ? nullptr : found;
}
const ModuleCalls* find_module(std::string_view name);
const FunctionCall* find_function(std::string_view name);
const FunctionCall* find_init_function(std::string_view name);

} // namespace fx_kernels

struct FxModule {
  std::shared_ptr<torch::nn::Module> module;
  const fx_kernels::ModuleCalls* calls;
};
