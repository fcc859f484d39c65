// Modules to which passes gave other names, by which their owners register and hold them.
#pragma once

#include "fx/Refactor/InPlace.h"

#include <map>
#include <string>

namespace fx::refactor {

/// By the paths that modules had: the names that they have now.
std::map<std::string, std::string, std::less<>> new_names(const ModuleHistory& modules,
                                                          const TracedModule& after);

/// The edits that rename the members, in all places that use them, and what they are registered by.
/// Error: a module's name is not written out in a file.
Expected<FileEdits> renamed_member_edits(const ModuleHistory& modules, const TracedModule& after);

} // namespace fx::refactor
