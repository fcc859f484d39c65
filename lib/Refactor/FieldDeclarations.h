// Declarations of members, each of which may declare several.
#pragma once

#include "fx/IR/ModuleTree.h"

#include "llvm/ADT/StringRef.h"

#include <functional>
#include <string>

namespace fx::refactor {

struct DeclarationParts {
  std::string type;        // with the blanks behind it
  std::string moved, kept; // declarators, with commas between them
};

/// `text`: of the file of the class.
DeclarationParts parts_of(const ClassSyntax& of, const TextRange& declaration, llvm::StringRef text,
                          const std::function<bool(const std::string&)>& moves);

} // namespace fx::refactor
