// Modules that passes add to a model, as members of the classes that own them.
#pragma once

#include "fx/CodeGen/CppExpressions.h"
#include "fx/Refactor/InPlace.h"

#include <string>
#include <unordered_map>

namespace fx::refactor {

/// What the owner's methods call the new modules, by their paths: their members.
std::unordered_map<std::string, std::string> names_of_new(const ModuleHistory& modules,
                                                          const TracedModule& after);

/// The edits that declare, make and register the new modules as the class does its others, and that
/// register those that passes registered. Error:
/// the class does not stand in a file, or its objects would have different ones.
Expected<FileEdits> new_member_edits(const ModuleHistory& modules, const TracedModule& after,
                                     CppExpressions& cpp, FileTexts& texts);

} // namespace fx::refactor
