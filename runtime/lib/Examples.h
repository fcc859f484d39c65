// The values of the runtime as lib/Ops/Kernels has them, and back.
#pragma once

#include "../../lib/Ops/Kernels/Example.h"
#include "../../lib/Ops/Kernels/Plugin.h"

#include "fx/Runtime/Value.h"

namespace fx::runtime {

/// What the tools open as a plugin, of which this library has the code.
const ops::kernels::Plugin& own_kernels();

/// Tensors are shared. RuntimeError: an object that is no literal.
ops::kernels::Example to_example(const Value& value);
Value from_example(const ops::kernels::Example& example);

} // namespace fx::runtime
