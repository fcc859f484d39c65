// LibTorch's functionalization around a function that is traced.
#pragma once

#include "fx/Runtime/TracedFunction.h"

namespace fx::runtime {

/// The same function without writes: torch.func.functionalize(function, remove="mutations"). What
/// it writes to an input is copied there at its end.
TracedFunction functionalized(const TracedFunction& function);

} // namespace fx::runtime
