// Whether LibTorch's kernels are those that a graph is meant for.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Ops/Kernels.h"
#include "fx/Support/Error.h"

#include <optional>

namespace fx {

/// The error that they are those of another version of LibTorch than the graph's.
std::optional<Error> kernels_of_another_version(const TracedModule& module,
                                                const ops::Kernels& kernels);

} // namespace fx
