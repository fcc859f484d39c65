// Expressions that stand around another one: casts, parentheses, what ends temporaries.
#pragma once

#include "clang/AST/ExprCXX.h"

namespace fx::frontend {

/// What `expr` stands around when it is one of `Wrappers`; null when it is none of them.
template <class... Wrappers>
const clang::Expr* inside(const clang::Expr* expr) {
  const clang::Expr* inner = nullptr;
  const auto look = [&](const auto* wrapper) {
    if (wrapper) inner = wrapper->getSubExpr();
  };
  (look(llvm::dyn_cast<Wrappers>(expr)), ...);
  return inner;
}

} // namespace fx::frontend
