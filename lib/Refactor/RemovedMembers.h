// Modules that passes took out of a model, as members of the classes that owned them.
#pragma once

#include "fx/Refactor/InPlace.h"

#include <functional>

namespace fx::refactor {

/// The edits that take out the members, what makes and what registers them. `is_gone`: what uses a
/// member there goes by itself. Error: other code uses
/// a member, objects of the class keep theirs, or it is made in a way that cannot be taken out.
Expected<FileEdits>
removed_member_edits(const ModuleHistory& modules, const TracedModule& after,
                     const std::function<bool(const ClassSyntax::Place&)>& is_gone,
                     FileTexts& texts);

} // namespace fx::refactor
