// ShapeProp that leaves nothing but its notes.
#pragma once

#include "fx/Runtime/GraphModule.h"

namespace fx::runtime {

/// Runs ShapeProp on copies of the inputs; parameters, buffers and random numbers are as before
/// afterwards.
void note_shapes(const GraphModule& module, const Args& inputs);

} // namespace fx::runtime
