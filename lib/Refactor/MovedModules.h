// Code that counts on where modules were, and that a trace does not run.
#pragma once

#include "fx/Refactor/InPlace.h"

#include <optional>

namespace fx::refactor {

/// For modules that have another name or owner, or are gone. Error: a string has a key of their
/// weights, code between #if and #endif names the member, or the class looks at its children.
std::optional<Error> check_moved_modules(const ModuleHistory& modules, const TracedModule& after,
                                         FileTexts& texts);

} // namespace fx::refactor
