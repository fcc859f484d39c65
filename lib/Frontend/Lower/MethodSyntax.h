// How the user's file writes a method, for edits that move its statements.
#pragma once

#include "Frontend/ClangHeaders.h"

#include "fx/IR/TracedModule.h"

#include <functional>
#include <memory>

namespace fx::frontend {

using RangeOf = std::function<fx::SourceRange(clang::SourceRange)>;

/// Null when a macro has a part in a statement, or the method has no body.
std::shared_ptr<const MethodSyntax> read_method(const clang::FunctionDecl& method,
                                                const clang::ASTContext& context,
                                                const RangeOf& range_of);

} // namespace fx::frontend
