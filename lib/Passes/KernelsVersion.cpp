#include "KernelsVersion.h"

#include "Messages.h"

#include "fx/Ops/LibTorch.h"

#include <fmt/format.h>

namespace fx {

std::optional<Error> kernels_of_another_version(const TracedModule& module,
                                                const ops::Kernels& kernels) {
  const std::string_view theirs = kernels.libtorch_version();
  const ops::LibTorchVersion ours = ops::libtorch_of(module).version();
  if (theirs.empty() || theirs.starts_with(fmt::format("{}.{}.", ours.major, ours.minor)))
    return std::nullopt;
  return say(diag::kernels_of_another_libtorch, fmt::format("{}.{}", ours.major, ours.minor),
             theirs);
}

} // namespace fx
