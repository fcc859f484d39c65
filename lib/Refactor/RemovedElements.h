// Modules that passes took out of a Sequential, as elements of lists and statements that add them.
#pragma once

#include "fx/Refactor/InPlace.h"

#include <vector>

namespace fx::refactor {

/// The modules that are gone from containers that are still there.
std::vector<const ModuleNode*> removed_elements(const ModuleHistory& modules,
                                                const TracedModule& after);

/// The edits that take out what makes them: an element of a list with its comma, a push_back with
/// its statement. Error: it is made in another way, what makes it makes others that stay, it had
/// weights, or code may count on the numbers of its container.
Expected<FileEdits> removed_element_edits(const ModuleHistory& modules, const TracedModule& after,
                                          FileTexts& texts);

} // namespace fx::refactor
