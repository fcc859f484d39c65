// A place of the source that a change cannot have as it is.
#pragma once

#include "fx/IR/ModuleTree.h"
#include "fx/Refactor/Edits.h"

#include <optional>
#include <string>

namespace fx::refactor {

/// The refusal with the place and what to do there.
Error refused_at(FileTexts& texts, const ClassSyntax::Place& place, Saying said,
                 std::string advice);

/// A call of children() or named_children() in the code of a class, which gives others where a
/// change puts a module between, or takes one out.
std::optional<Error> refuse_children(FileTexts& texts, const ClassSyntax& of);

} // namespace fx::refactor
