// How modules of the program's own are called where they stand in a graph as one node.
#pragma once

#include "fx/Runtime/Value.h"

#include <torch/nn/module.h>

#include <functional>
#include <typeindex>

namespace fx {

/// Calls forward of a module of one class.
using ModuleFunction =
    std::function<Value(torch::nn::Module& module, const Args& args, const Kwargs& kwargs)>;

/// From now on call_module nodes whose module is of this very class call it so. Those of LibTorch
/// and GraphModules are known. Thread-safe.
void register_module(std::type_index type, ModuleFunction function);

} // namespace fx
