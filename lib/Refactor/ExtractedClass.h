// Statements of the traced method that become a class of modules with some of the model's members.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Refactor/Edits.h"

namespace fx::refactor {

/// The edits that Origin::extraction asks for. Error: code beside the statements uses the members,
/// or what makes them cannot stand in a constructor of its own.
Expected<FileEdits> extracted_class_edits(const TracedModule& model, FileTexts& texts);

} // namespace fx::refactor
