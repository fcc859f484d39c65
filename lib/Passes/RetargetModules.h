// The graphs of a model after modules of it were moved or renamed.
#pragma once

#include "fx/IR/ModulePaths.h"
#include "fx/IR/TracedModule.h"

namespace fx {

/// Gives calls, tensors and frames the paths that their modules have now.
void retarget_modules(TracedModule& model, const ModulePaths& before);

} // namespace fx
