// How the user's file writes a method, for edits that move its statements.
#pragma once

#include "Frontend/Lower/SpellingFinder.h"

#include "fx/IR/MethodSyntax.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace fx::frontend {

using RangeOf = std::function<fx::SourceRange(clang::SourceRange)>;

/// The statements of a body itself; nothing when a macro has a part in one.
std::optional<std::vector<MethodSyntax::Statement>>
read_statements(const clang::CompoundStmt& body, SpellingFinder& finder,
                const clang::ASTContext& context, const RangeOf& range_of);

/// Null when a macro has a part in a statement, or the method has no body.
std::shared_ptr<const MethodSyntax> read_method(const clang::FunctionDecl& method,
                                                const clang::ASTContext& context,
                                                const RangeOf& range_of);

} // namespace fx::frontend
