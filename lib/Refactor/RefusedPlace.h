// A place of the source that a change cannot have as it is.
#pragma once

#include "fx/IR/ModuleTree.h"
#include "fx/Refactor/Edits.h"

#include <string>

namespace fx::refactor {

/// The refusal with the place and what to do there.
Error refused_at(FileTexts& texts, const ClassSyntax::Place& place, Saying said,
                 std::string advice);

} // namespace fx::refactor
