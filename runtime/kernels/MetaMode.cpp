// How factories make tensors without memory while a call runs on the Meta device. A process has
// room for one such mode: the library for live modules, which traces by it, leaves this file out.
#include "CallBoxed.h"
#include "Values.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/library.h>

#include <algorithm>

namespace fx_kernels {

namespace {

/// Under `everything_on_meta` a factory makes tensors without memory, whatever device it was told.
void make_on_meta(const c10::OperatorHandle& op, c10::DispatchKeySet, torch::jit::Stack* stack) {
  const c10::impl::ExcludeDispatchKeyGuard below(everything_on_meta);
  const auto& parameters = op.schema().arguments();
  const size_t first = stack->size() - parameters.size();
  const bool has_input = std::any_of(
      stack->begin() + static_cast<std::ptrdiff_t>(first), stack->end(),
      [](const c10::IValue& value) { return value.isTensor() && value.toTensor().defined(); });
  for (size_t i = 0; i < parameters.size(); ++i) {
    c10::IValue& value = (*stack)[first + i];
    if (parameters[i].name() == "device" && (!has_input || value.isDevice()))
      value = c10::Device(c10::kMeta);
  }
  fx_kernels::call_boxed(op, *stack);
}

TORCH_LIBRARY_IMPL(_, TESTING_ONLY_GenericMode, library) {
  library.fallback(torch::CppFunction::makeFromBoxedFunction<&make_on_meta>());
}

} // namespace

} // namespace fx_kernels
