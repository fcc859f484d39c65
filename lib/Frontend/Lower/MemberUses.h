// What the files that were read do with the members of classes.
#pragma once

#include "Frontend/ClangHeaders.h"

#include "fx/IR/ModuleTree.h"

#include <memory>
#include <optional>

namespace fx::frontend {

/// A call of a module that a member of this object holds: `fc->forward(x)`, `fc(x)`.
struct MemberCall {
  const clang::MemberExpr* member = nullptr;
  llvm::ArrayRef<const clang::Expr*> arguments; // defaults are among them
};
std::optional<MemberCall> call_of_member(const clang::Expr* expr);

/// Whether a Sequential can call the module that the member holds: its class has one forward, which
/// takes one tensor, without a default, and gives one.
bool fits_in_sequential(const MemberCall& call);

using ClassesRead = llvm::DenseMap<const clang::CXXRecordDecl*, std::shared_ptr<ClassSyntax>>;
/// Adds to the classes where their fields are used and how, what derived classes call their
/// members, and the literals that name their children.
void read_member_uses(const clang::ASTContext& context, const ClassesRead& classes);

} // namespace fx::frontend
