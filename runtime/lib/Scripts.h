// Methods of torch::jit's modules as modules that a graph calls.
#pragma once

#include "fx/IR/ValueType.h"
#include "fx/Runtime/Value.h"

#include <torch/nn/module.h>

#include <memory>
#include <string>

namespace fx::runtime {

std::shared_ptr<torch::nn::Module> make_script_method(const Value& object,
                                                      const std::string& method);
/// Whether it is what make_script_method() made of these.
bool is_script_method(const torch::nn::Module& module, const Value& object,
                      const std::string& method);
/// Whether both are the same method of the same module.
bool same_script_method(const torch::nn::Module& a, const torch::nn::Module& b);
/// Tensors, tuples and lists of them; Unknown: another type of TorchScript.
ValueType type_of_script(const c10::Type& type);

} // namespace fx::runtime
