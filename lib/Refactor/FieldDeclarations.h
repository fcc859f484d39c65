// Declarations of members, each of which may declare several.
#pragma once

#include "fx/IR/ModuleTree.h"
#include "fx/Refactor/Edits.h"

#include "llvm/ADT/StringRef.h"

#include <functional>
#include <string>

namespace fx::refactor {

struct DeclarationParts {
  std::string type; // with the blanks behind it
  /// Declarators, with commas between them; those that stay in front of the first that moves, and
  /// behind.
  std::string moved, kept_before, kept_behind;
  bool keeps() const { return !kept_before.empty() || !kept_behind.empty(); }
  /// The declarations that are left, with others where the first that moves was; `line`: what
  /// begins a new line.
  std::string with(const std::string& others, const std::string& line) const;
};

/// A declaration behind one of the class's, on a line of its own where that has one. An empty
/// `field`: the class has none. `text`: of the file of the class.
Edit declared_behind(const ClassSyntax& of, const TextRange& field, llvm::StringRef text,
                     const std::string& declaration);

/// `text`: of the file of the class.
DeclarationParts parts_of(const ClassSyntax& of, const TextRange& declaration, llvm::StringRef text,
                          const std::function<bool(const std::string&)>& moves);

} // namespace fx::refactor
