// The calls of a module that --at names.
#pragma once

#include "fx/Passes/Pass.h"

namespace fx {

/// Whether forward calls `member`, or a container that it is in, at a place that is meant; what
/// runs inside of the call is no call of it. A use of its tensors alone counts as one.
bool is_called_where_meant(const ModuleNode& member, const TracedModule& module,
                           const PassContext& context);

} // namespace fx
