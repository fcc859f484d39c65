// Calls of LibTorch's operators on values.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

#include <cstddef>

namespace fx_kernels {

/// Takes the arguments from the stack and leaves the results there. Where an operator gives back
/// several tensors that it writes to, values=..., indices=..., LibTorch's own callBoxed() drops the
/// arguments first and then reads the results, which are references to them: somebody has to hold
/// these tensors meanwhile.
inline void call_boxed(const c10::OperatorHandle& op, torch::jit::Stack& stack) {
  const c10::FunctionSchema& schema = op.schema();
  if (schema.returns().size() < 2 || !schema.is_mutable()) {
    op.callBoxed(&stack);
    return;
  }
  const torch::jit::Stack held(stack.end() - static_cast<std::ptrdiff_t>(schema.arguments().size()),
                               stack.end());
  op.callBoxed(&stack);
}

} // namespace fx_kernels
