#include "Frontend/Eval/InPlace.h"

#include "Frontend/Values/Names.h"

using namespace clang;

namespace fx::frontend {

const Expr* changed_in_place(const Expr* expr) {
  const Expr* changed = nullptr;
  while (const auto* call = dyn_cast_or_null<CallExpr>(changed ? changed
                                                       : expr  ? expr->IgnoreUnlessSpelledInSource()
                                                               : nullptr)) {
    const FunctionDecl* callee = call->getDirectCallee();
    if (callee == nullptr || !callee->getIdentifier() || !is_torch_library(callee) ||
        !callee->getReturnType()->isLValueReferenceType() ||
        !is_tensor_type(callee->getReturnType().getNonReferenceType()) ||
        !(callee->getName().ends_with("_") || callee->getName().ends_with("_out")))
      return nullptr;
    const auto* method = dyn_cast<CXXMemberCallExpr>(call);
    if (method == nullptr && call->getNumArgs() == 0) return nullptr;
    changed = (method ? method->getImplicitObjectArgument() : call->getArg(0))
                  ->IgnoreUnlessSpelledInSource();
  }
  // What is evaluated again must do nothing but name something.
  const Expr* named = changed;
  while (const auto* member = dyn_cast_or_null<MemberExpr>(named))
    named = member->getBase()->IgnoreUnlessSpelledInSource();
  return named && isa<DeclRefExpr, CXXThisExpr>(named) ? changed : nullptr;
}

} // namespace fx::frontend
