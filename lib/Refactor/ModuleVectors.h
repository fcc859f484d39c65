// Vectors of modules that became lists of modules.
#pragma once

#include "fx/Refactor/InPlace.h"

namespace fx::refactor {

/// The edits of their classes: what uses them, and one registration in the place of those of the
/// elements.
FileEdits module_vector_edits(const ModuleHistory& modules, const TracedModule& after,
                              FileTexts& texts);

} // namespace fx::refactor
