// Expressions that stand in no source: a model has operands, Clang finds what `a < b`, `f(a)` or
// `*a` means for their types, and the machine evaluates that as it does the user's own code.
#include "Frontend/Eval/Machine.h"
#include "Frontend/Parse/Instantiations.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

ExprValueKind value_kind(const Operand& operand) {
  if (operand.movable) return VK_XValue;
  if (operand.expr) return operand.expr->getValueKind();
  return operand.place ? VK_LValue : VK_PRValue;
}

QualType type_of(const Operand& operand) {
  const QualType type = operand.expr ? operand.expr->getType() : operand.type;
  return type.getNonReferenceType();
}

} // namespace

OpaqueValueExpr* Machine::stand_in(const Expr* where, const Operand& operand) {
  return new (context_) OpaqueValueExpr(where->getExprLoc(), type_of(operand), value_kind(operand));
}

bool Machine::resolve(const Expr* where, uintptr_t kind, llvm::ArrayRef<Operand> operands,
                      Build build, Result& result) {
  std::vector<uintptr_t> key{kind, where->getExprLoc().getRawEncoding()};
  for (const Operand& operand : operands) {
    key.push_back(reinterpret_cast<uintptr_t>(type_of(operand).getAsOpaquePtr()));
    key.push_back(value_kind(operand));
  }
  const auto [entry, fresh] = resolved_.try_emplace(std::move(key));
  if (fresh) {
    std::vector<Expr*> expressions;
    for (const Operand& operand : operands) {
      entry->second.stand_ins.push_back(stand_in(where, operand));
      expressions.push_back(entry->second.stand_ins.back());
    }
    const ExprResult built = build(expressions);
    postpone_library_instantiations(sema());
    sema().PerformPendingInstantiations();
    if (built.isUsable()) entry->second.expr = built.get();
  }
  const Resolved resolved = entry->second;
  if (resolved.expr == nullptr) {
    std::string types;
    for (const Operand& operand : operands)
      types += (types.empty() ? "" : ", ") + type_name(type_of(operand));
    return report_.error(where, diag::library_needs_an_operation, types);
  }
  // The same expression may be under evaluation further out: a comparison of lists of lists.
  std::vector<std::optional<Operand>> outer;
  for (size_t i = 0; i < operands.size(); ++i) {
    const auto at = opaque_values_.find(resolved.stand_ins[i]);
    outer.push_back(at == opaque_values_.end() ? std::nullopt : std::optional(at->second));
  }
  for (size_t i = 0; i < operands.size(); ++i)
    opaque_values_[resolved.stand_ins[i]] = operands[i];
  const bool ok = eval(resolved.expr, result);
  for (size_t i = 0; i < operands.size(); ++i) {
    if (outer[i])
      opaque_values_[resolved.stand_ins[i]] = *outer[i];
    else
      opaque_values_.erase(resolved.stand_ins[i]);
  }
  resolved_type_ = resolved.expr->getType();
  resolved_kind_ = resolved.expr->getValueKind();
  return ok;
}

bool Machine::resolved_unary(const Expr* where, UnaryOperatorKind op, const Operand& operand,
                             Result& result) {
  const auto build = [&](llvm::MutableArrayRef<Expr*> operands) {
    return sema().BuildUnaryOp(nullptr, where->getExprLoc(), op, operands[0]);
  };
  return resolve(where, 1000 + op, operand, build, result);
}

bool Machine::resolved_binary(const Expr* where, BinaryOperatorKind op, const Operand& left,
                              const Operand& right, Result& result) {
  const auto build = [&](llvm::MutableArrayRef<Expr*> operands) {
    return sema().BuildBinOp(nullptr, where->getExprLoc(), op, operands[0], operands[1]);
  };
  return resolve(where, 2000 + op, {left, right}, build, result);
}

bool Machine::resolved_assign_through(const Expr* where, const Operand& iterator,
                                      const Operand& value) {
  const clang::SourceLocation place = where->getExprLoc();
  const auto build = [&](llvm::MutableArrayRef<Expr*> operands) {
    const ExprResult target = sema().BuildUnaryOp(nullptr, place, UO_Deref, operands[0]);
    if (target.isInvalid()) return target;
    return sema().BuildBinOp(nullptr, place, BO_Assign, target.get(), operands[1]);
  };
  Result ignored;
  return resolve(where, 4000, {iterator, value}, build, ignored);
}

bool Machine::resolved_call(const Expr* where, const Operand& callee, llvm::ArrayRef<Operand> args,
                            Result& result, QualType as) {
  llvm::SmallVector<Operand, 4> operands{callee};
  operands.append(args.begin(), args.end());
  const clang::SourceLocation place = where->getExprLoc();
  const auto build = [&](llvm::MutableArrayRef<Expr*> expressions) {
    const ExprResult call =
        sema().BuildCallExpr(nullptr, expressions[0], place, expressions.drop_front(), place);
    if (call.isInvalid() || as.isNull() || as->isVoidType()) return call;
    return sema().PerformCopyInitialization(InitializedEntity::InitializeResult(place, as), place,
                                            call.get());
  };
  const auto kind = as.isNull() ? 3000 : reinterpret_cast<uintptr_t>(as.getAsOpaquePtr());
  return resolve(where, kind, operands, build, result);
}

} // namespace fx::frontend
