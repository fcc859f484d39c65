// Modules to which passes gave other names, by which their owners register and hold them.
#pragma once

#include "fx/Refactor/InPlace.h"

#include <string>

namespace fx::refactor {

/// What a member is called that holds `name`, where `member` holds `was`: "conv1_" becomes "stem_"
/// with conv1, and "m_conv1" "m_stem"; one with a name of its own keeps it.
std::string member_for(const std::string& member, const std::string& was, const std::string& name);

/// The edits that rename the members, in all places that use them, and what they are registered by.
/// Error: a module's name is not written out in a file.
Expected<FileEdits> renamed_member_edits(const ModuleHistory& modules, const TracedModule& after);

} // namespace fx::refactor
