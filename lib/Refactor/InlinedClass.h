// A submodule whose members and statements become those of the model that holds it.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Refactor/Edits.h"

namespace fx::refactor {

/// The edits that Origin::inlining asks for. Error: the submodule is used in another way than by
/// one call, or what makes and calls it cannot be written out where it stands.
Expected<FileEdits> inlined_class_edits(const TracedModule& model, FileTexts& texts);

} // namespace fx::refactor
