// Which classes and functions of a unit could be traced: what stands there, and no choice.
#pragma once

#include "Frontend/ClangHeaders.h"

#include "llvm/ADT/STLFunctionalExtras.h"

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
  /// Those of which no object can be made.
  std::vector<const clang::CXXRecordDecl*> abstract_classes;
  /// Templates of module classes.
  std::vector<const clang::ClassTemplateDecl*> templates;
  /// Functions that have a body and are no methods.
  std::vector<const clang::FunctionDecl*> functions;
  /// Functions that are declared, be they defined or not.
  std::vector<const clang::FunctionDecl*> declared_functions;
  std::vector<Construction> constructions;
};

/// The declarations of files that are not those of the system, at the level of the file.
std::vector<clang::Decl*> user_declarations(const clang::ASTContext& context);

/// Completes class templates that the file only names. What `is_hidden` is not there; null: all is.
RootCandidates find_roots(clang::Sema& sema,
                          llvm::function_ref<bool(clang::SourceLocation)> is_hidden = nullptr);

/// Whether the class or one of its bases, of LibTorch's too, has a method of this name.
bool has_method(const clang::CXXRecordDecl* record, llvm::StringRef name);
bool has_usable_default_constructor(const clang::CXXRecordDecl* record);

} // namespace fx::frontend
