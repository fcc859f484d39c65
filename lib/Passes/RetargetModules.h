// The graphs of a model after modules of it were moved or renamed.
#pragma once

#include "fx/IR/ModulePaths.h"
#include "fx/Passes/Pass.h"

namespace fx {

/// Gives calls, tensors and frames the paths that their modules have now, and tells which keys of
/// saved weights are others.
void retarget_modules(TracedModule& model, const ModulePaths& before, PassContext& context);

} // namespace fx
