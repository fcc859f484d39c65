// Modules to which passes gave other names, by which their owners register and hold them.
#pragma once

#include "fx/Refactor/InPlace.h"

namespace fx::refactor {

/// The edits that rename the members, in all places that use them, and what they are registered by.
/// Error: a module's name is not written out in a file.
Expected<FileEdits> renamed_member_edits(const ModuleHistory& modules, const TracedModule& after);

} // namespace fx::refactor
