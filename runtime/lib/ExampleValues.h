// What operators give for example inputs: tensors on Meta, which have sizes and no memory.
//
// What has no kernel on Meta runs on the CPU, on memory full of zeros and once more full of ones:
// where the sizes of the two differ they depend on numbers. The operators that have none are
// remembered, as finding it out takes milliseconds.
#pragma once

#include "fx/IR/Meta.h"
#include "fx/Runtime/Value.h"

#include <ATen/core/dispatch/Dispatcher.h>

#include <functional>
#include <optional>
#include <span>

namespace fx::runtime {

/// A value with every tensor in it replaced.
Value map_tensors(const Value& value, const std::function<Value(const at::Tensor&)>& map);
/// Calls `visit` for every tensor in it that is defined.
void for_each_tensor(const Value& value, const std::function<void(const at::Tensor&)>& visit);

/// The value with tensors on Meta: of a proxy its example. Nothing: one of them is not known.
std::optional<Value> example_of(const Value& value);

/// What the operator gives for the examples of these arguments. Nothing: an argument has none, or
/// the sizes depend on numbers. Throws what the operator throws. `numbers`: an answer that is no
/// tensor may be asked for, which only Meta gives, because it could depend on numbers.
std::optional<Value> run_on_examples(const c10::OperatorHandle& op,
                                     std::span<const Value> arguments, bool numbers = false);

TensorMeta tensor_meta_of(const at::Tensor& tensor);

/// Where the operator puts its results: the device that it names, or that of its first tensor.
c10::Device device_of_result(const c10::OperatorHandle& op, std::span<const Value> arguments);

} // namespace fx::runtime
