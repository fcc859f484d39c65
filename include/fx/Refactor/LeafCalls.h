// Calls of the user's own modules, written as fx::call (fx/Runtime/Calls.h): the edits of the rule
// leaf-modules.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Refactor/Edits.h"
#include "fx/Support/Error.h"

namespace fx::refactor {

/// The edits that write fx::call where `model` has a call that is to be one (meta::leaf_call), and
/// include fx/fx.h in the files that need it then. The model was traced with TraceOptions::syntax
/// and TraceOptions::leaf_calls. Error: code that runs several times has such a call in some of its
/// runs alone, or modules of several classes in one AnyModule.
Expected<FileEdits> leaf_call_edits(const TracedModule& model, FileTexts& texts);

} // namespace fx::refactor
