// The edits that make other modules where modules are made.
#pragma once

#include "fx/CodeGen/CppExpressions.h"
#include "fx/IR/TracedModule.h"
#include "fx/Refactor/Edits.h"
#include "fx/Refactor/InPlace.h"
#include "fx/Support/Error.h"

namespace fx::refactor {

/// Error: a module has no place in the source, or others are made at that place that stay as they
/// are.
Expected<FileEdits> module_edits(const ModuleHistory& modules, const TracedModule& after,
                                 CppExpressions& cpp, FileTexts& texts);

} // namespace fx::refactor
