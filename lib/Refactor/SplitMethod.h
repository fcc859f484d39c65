// Statements of the traced method, moved into a method of their own.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Refactor/Edits.h"
#include "fx/Support/Error.h"

namespace fx::refactor {

/// The edits for Origin::split; none where there is none. Error: a variable's type has no name.
Expected<FileEdits> split_method_edits(const TracedModule& model, FileTexts& texts);

} // namespace fx::refactor
