// Sequentials whose modules passes made members of the class that held them.
#pragma once

#include "fx/Refactor/InPlace.h"

namespace fx::refactor {

/// The edits that declare, make and register a member for each module where the Sequential got it,
/// and call the members where it was called. `before`: the graph as it was. Error: the Sequential
/// is used otherwise, or made in a way that cannot be taken apart.
Expected<FileEdits> expanded_sequential_edits(const ModuleHistory& modules,
                                              const TracedModule& after, const Graph& before,
                                              FileTexts& texts);

} // namespace fx::refactor
