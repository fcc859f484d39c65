// The names in a piece of code that are of its function or its class.
#pragma once

#include "Frontend/Lower/SpellingFinder.h"

#include "fx/IR/MethodSyntax.h"

#include <string>
#include <vector>

namespace fx::frontend {

/// A type without const and reference, as C++ writes it.
std::string written_type(clang::QualType type, const clang::ASTContext& context);
/// A variable, a parameter or a field, which nothing is known of but what declares it.
MethodSyntax::Variable variable_of(const clang::ValueDecl& declared,
                                   const clang::ASTContext& context);
std::vector<MethodSyntax::Parameter> parameters_of(const clang::FunctionDecl& function,
                                                   const clang::ASTContext& context);

/// All names of a statement or an expression.
std::vector<MethodSyntax::Name> names_in(const clang::Stmt* code, const clang::ASTContext& context);

} // namespace fx::frontend
