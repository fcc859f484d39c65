// The hook in LibTorch's dispatcher: two keys above all others. The first is that of proxies, the
// second is included in a thread while it traces, so that operators that take no proxy, factories
// above all, come here too. The third is both for a trace below autograd.
#include "Record.h"

#include <torch/library.h>
#include <torch/version.h>

namespace fx::runtime {

namespace {

void record_call(const c10::OperatorHandle& op, c10::DispatchKeySet, torch::jit::Stack* stack) {
  record(op, *stack, /*came_below=*/false);
}

void record_call_below(const c10::OperatorHandle& op, c10::DispatchKeySet,
                       torch::jit::Stack* stack) {
  record(op, *stack, /*came_below=*/true);
}

} // namespace

} // namespace fx::runtime

TORCH_LIBRARY_IMPL(_, TESTING_ONLY_GenericWrapper, m) {
  m.fallback(torch::CppFunction::makeFromBoxedFunction<&fx::runtime::record_call>());
}
TORCH_LIBRARY_IMPL(_, TESTING_ONLY_GenericMode, m) {
  m.fallback(torch::CppFunction::makeFromBoxedFunction<&fx::runtime::record_call>());
}
#if TORCH_VERSION_MAJOR < 2
// What has no formula of its own for autograd goes on to its kernel, as with tensors elsewhere:
// proxies below autograd are of Meta, which 1.13 has forgotten.
TORCH_LIBRARY_IMPL(_, AutogradMeta, m) {
  m.fallback(torch::CppFunction::makeFallthrough());
}
#endif
TORCH_LIBRARY_IMPL(_, Fake, m) {
  m.fallback(torch::CppFunction::makeFromBoxedFunction<&fx::runtime::record_call_below>());
}
