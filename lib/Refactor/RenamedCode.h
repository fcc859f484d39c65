// Code that moves into another function or class, with the names that it has there.
#pragma once

#include "fx/IR/MethodSyntax.h"
#include "fx/Refactor/Edits.h"

#include "llvm/ADT/StringRef.h"

#include <map>
#include <string>
#include <vector>

namespace fx::refactor {

struct NewNames {
  std::map<std::string, std::string> variables, fields;
  std::vector<Edit> literals; // of the file that the code stands in
};

/// The text of a range of a file; `names`: those of the code around it.
std::string renamed_code(llvm::StringRef text, const TextRange& range,
                         const std::vector<MethodSyntax::Name>& names, const NewNames& now);

} // namespace fx::refactor
