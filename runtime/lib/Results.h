// What stands for the result of a node that is no single tensor.
#pragma once

#include "ProxyTensor.h"

#include "fx/IR/ValueType.h"

#include <functional>
#include <optional>

namespace fx::runtime {

/// Notes what the node gives for the example inputs.
void describe(ProxyTensor& proxy, const Value& example, std::optional<c10::Device> device = {});

/// The parts of what one node gives, of a type that is known or as its example has them: a tuple of
/// getitem nodes for a tuple.
Value unpack(const Proxy& proxy, const ValueType& type);

/// Stands for a number that a node computes, which C++ wants as one (the loss in ASMoutput): a NaN
/// of its own, so that it is known again where the program uses it.
Value unknown_number();
bool is_unknown_number(const Value& value);

/// What `forward` gives for the examples of `args`, without a trace of it. Nothing: they are not
/// known, or it asks for more than sizes.
std::optional<Value> shapes_of(const std::function<Value()>& forward, const Args& args);

/// What forward of a module of torch::nn returns; Unknown of others.
const ValueType& result_type(const torch::nn::Module& module);

} // namespace fx::runtime
