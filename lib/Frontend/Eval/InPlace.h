// Operators that change a tensor in place and give a reference to it back, as y.relu_() does.
#pragma once

#include "Frontend/ClangHeaders.h"

namespace fx::frontend {

/// The variable or member that what `expr` gives back names; null where it is no such operator, or
/// names something that cannot be evaluated once more.
const clang::Expr* changed_in_place(const clang::Expr* expr);

} // namespace fx::frontend
