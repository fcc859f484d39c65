// Which classes and functions of a unit could be traced: what stands there, and no choice.
#pragma once

#include "Frontend/ClangHeaders.h"

#include <vector>

namespace fx::frontend {

/// The name of the function whose text --root appends to a file; it returns the root.
constexpr const char* root_function = "fx_clang_root";

struct RootCandidates {
  /// A module that a function of the user's makes.
  struct Construction {
    const clang::CXXRecordDecl* record;
    const clang::Expr* init;
  };

  /// Made of --root; null without one that is an expression.
  const clang::FunctionDecl* appended = nullptr;
  /// The user's module classes, in the order of the files.
  std::vector<const clang::CXXRecordDecl*> classes;
  /// Functions that have a body and are no methods.
  std::vector<const clang::FunctionDecl*> functions;
  std::vector<Construction> constructions;
};

RootCandidates find_roots(clang::ASTContext& context);

/// Whether the class or one of its bases has a method forward.
bool has_forward(const clang::CXXRecordDecl* record);
bool has_usable_default_constructor(const clang::CXXRecordDecl* record);

} // namespace fx::frontend
