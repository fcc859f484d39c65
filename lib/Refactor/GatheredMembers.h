// Members that passes made the modules of a Sequential.
#pragma once

#include "fx/CodeGen/CppExpressions.h"
#include "fx/Refactor/InPlace.h"

namespace fx::refactor {

/// The edits that take out the members, make a Sequential of what made them where the last of them
/// was made, and call it in the place of their calls (Origin::chain). Error: other code uses a
/// member, or the modules would be made in another order, or of other values.
Expected<FileEdits> gathered_member_edits(const ModuleHistory& modules, const TracedModule& after,
                                          CppExpressions& cpp, FileTexts& texts);

} // namespace fx::refactor
