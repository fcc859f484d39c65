// The bytes of a file that a part of the syntax tree stands in.
#pragma once

#include "Frontend/ClangHeaders.h"

#include "fx/IR/Meta.h"

#include <string>

namespace fx::frontend {

/// Of one file: the one that its first range stands in. A range in another has no bytes.
class SpellingFinder {
public:
  SpellingFinder(const clang::SourceManager& sources, const clang::LangOptions& language)
      : sources_(sources), language_(language) {}

  /// The bytes of a range that one file holds; empty when a macro has a part in it.
  TextRange find(clang::SourceRange range);
  /// A statement with its semicolon.
  TextRange find_statement(const clang::Stmt* statement);
  /// A function with its body, or its semicolon.
  TextRange find_declaration(const clang::FunctionDecl& function);
  /// The range up to its semicolon: members that one declaration declares are one range.
  TextRange find_with_semicolon(clang::SourceRange range);

  /// The file, absolute, as it was named.
  std::string path() const;

private:
  const clang::SourceManager& sources_;
  const clang::LangOptions& language_;
  clang::FileID file_;
};

} // namespace fx::frontend
