// c10::ArrayRef: a list that has the elements of another one, and none of its own.
#pragma once

#include "Frontend/Values/Storage.h"

#include "clang/AST/DeclTemplate.h"

namespace fx::frontend {

/// Whether objects of this class are such lists. What copies or assigns one shares the elements.
inline bool is_list_view(const clang::CXXRecordDecl* type) {
  if (type == nullptr || type->getIdentifier() == nullptr || type->getName() != "ArrayRef")
    return false;
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(type->getDeclContext());
  return space != nullptr && space->getName() == "c10";
}

/// `IntArrayRef r = n`: the number that `list` has the place of, for which LibTorch's operators
/// take the number itself; null: it is another list.
inline const Value* only_number(const Object& list) {
  if (!is_list_view(list.type) || !list.hidden.empty() || list.elements.size() != 1) return nullptr;
  const auto* type = llvm::cast<clang::ClassTemplateSpecializationDecl>(list.type);
  return type->getTemplateArgs()[0].getAsType()->isArithmeticType() ? &list.elements[0]->value()
                                                                    : nullptr;
}

} // namespace fx::frontend
