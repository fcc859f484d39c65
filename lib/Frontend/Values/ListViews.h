// c10::ArrayRef: a list that has the elements of another one, and none of its own.
#pragma once

#include "clang/AST/DeclCXX.h"

namespace fx::frontend {

/// Whether objects of this class are such lists. What copies or assigns one shares the elements.
inline bool is_list_view(const clang::CXXRecordDecl* type) {
  if (type == nullptr || type->getIdentifier() == nullptr || type->getName() != "ArrayRef")
    return false;
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(type->getDeclContext());
  return space != nullptr && space->getName() == "c10";
}

} // namespace fx::frontend
