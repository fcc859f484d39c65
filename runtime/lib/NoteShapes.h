// Runs of a module that leave nothing behind.
#pragma once

#include "fx/Runtime/GraphModule.h"

namespace fx::runtime {

/// Runs ShapeProp on copies of the inputs; parameters, buffers and random numbers are as before
/// afterwards.
void note_shapes(const GraphModule& module, const Args& inputs);

/// What the module gives for copies of the inputs; all is as before afterwards.
Value run_on_copies(const GraphModule& module, const Args& inputs);

} // namespace fx::runtime
