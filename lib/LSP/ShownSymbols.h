// Where the source names submodules, and the outline of its models.
#pragma once

#include "ShownFiles.h"
#include "SizeNames.h"

#include "fx/Check/MemberPlaces.h"
#include "fx/IR/TracedModule.h"

#include <span>

namespace fx::lsp {

/// What ShownPlace::subject is of a module that is registered at a place.
std::string subject_of(ShownFiles& files, const SourceRange& place);

/// Adds the places of submodules: members, registrations, what names them, and the calls in which
/// the models run them.
void show_places(std::span<const TracedModule> models, std::span<const check::ClassPlaces> classes,
                 ShownFiles& files);

/// Adds the classes of the models' modules, with the submodules that they register and the nodes
/// of their own code. A class that several modules have is shown by the first of them.
void show_symbols(std::span<const TracedModule> models, std::span<const check::ClassPlaces> classes,
                  const NamedShapes& shapes, ShownFiles& files);

} // namespace fx::lsp
