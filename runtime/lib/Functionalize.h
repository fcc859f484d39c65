// LibTorch's functionalization around a function that is traced.
#pragma once

#include "fx/Runtime/TracedFunction.h"

namespace fx::runtime {

/// The same function without writes: torch.func.functionalize(function, remove="mutations"). What
/// it writes to an input is copied there at its end.
TracedFunction functionalized(const TracedFunction& function);

/// Throws a TraceError where the answer to a question for strides may not be the program's.
void check_strides_are_known();

} // namespace fx::runtime
