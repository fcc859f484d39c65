// Which part of a statement runs whenever the statement does.
#pragma once

#include "Frontend/ClangHeaders.h"

namespace fx::frontend {

/// Whether an expression of a statement runs once each time that the statement does: not where
/// `?:`, `&&`, `||` or a loop decides, and not in a lambda. False for what is no part of it.
bool runs_with(const clang::Stmt* statement, const clang::Expr* expr);

} // namespace fx::frontend
