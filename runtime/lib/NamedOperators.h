// Operators of the dispatcher that LibTorch's headers do not declare, or that take objects of
// TorchScript classes.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>

namespace fx::runtime {

/// Null: this LibTorch was built without it. Thread-safe.
const c10::OperatorHandle* find_operator(const char* name, const char* overload = "");
/// Calls one that there is, and gives its result, of several a tuple.
c10::IValue call_operator(const char* name, torch::jit::Stack stack, const char* overload = "");

} // namespace fx::runtime
