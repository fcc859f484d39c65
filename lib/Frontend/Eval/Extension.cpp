// Expressions that few programs have: GNU's, C's, and parts of C++20.
#include "Frontend/Eval/ExpressionFamily.h"

#include "clang/AST/ComparisonCategories.h"

using namespace clang;

namespace fx::frontend {

namespace {

/// The result of left <=> right, unless both are equal.
template <class T>
ComparisonCategoryResult order(T left, T right) {
  if (left < right) return ComparisonCategoryResult::Less;
  if (left > right) return ComparisonCategoryResult::Greater;
  return left == right ? ComparisonCategoryResult::Equal : ComparisonCategoryResult::Unordered;
}

} // namespace

bool Machine::three_way(const BinaryOperator* expr, Result& result) {
  Value left;
  Value right;
  if (!eval(expr->getLHS(), left) || !eval(expr->getRHS(), right)) return false;
  ComparisonCategoryResult outcome = ComparisonCategoryResult::Unordered;
  const QualType operands = expr->getLHS()->getType();
  if (left.is(Value::Kind::Int) && right.is(Value::Kind::Int)) {
    outcome =
        operands->isUnsignedIntegerOrEnumerationType()
            ? order(static_cast<uint64_t>(left.as_int()), static_cast<uint64_t>(right.as_int()))
            : order(left.as_int(), right.as_int());
  } else if (left.is_number() && right.is_number()) {
    outcome = order(left.as_double(), right.as_double());
  } else if (operands->isPointerType()) {
    Value less;
    Value equal;
    bool applies = false;
    if (!pointer_operation(expr, BO_EQ, left, right, equal, applies)) return false;
    if (!applies) return report_.unsupported(expr, missing::this_comparison);
    if (equal.as_int() == 0 && !pointer_operation(expr, BO_LT, left, right, less, applies))
      return false;
    outcome = equal.as_int() != 0  ? ComparisonCategoryResult::Equal
              : less.as_int() != 0 ? ComparisonCategoryResult::Less
                                   : ComparisonCategoryResult::Greater;
  } else if (is_unknown(left) || is_unknown(right)) {
    result.value = unknown_condition(expr, is_unknown(left) ? left : right);
    return true;
  } else {
    return report_.unsupported(expr, missing::this_comparison);
  }
  const ComparisonCategoryInfo* category =
      context_.CompCategories.lookupInfoForType(expr->getType());
  if (category == nullptr) return report_.unsupported(expr, missing::this_comparison);
  const auto* value = category->getValueInfo(category->makeWeakResult(outcome));
  if (value == nullptr) return report_.unsupported(expr, missing::this_comparison);
  // A constant of the library's: that it is first named here is no change.
  Location* place = nullptr;
  const bool prepares = storage_.set_prepares(true);
  const bool ok = variable(expr, value->VD, place);
  storage_.set_prepares(prepares);
  if (!ok) return false;
  result.value = storage_.copy(place->value());
  return true;
}

/// GNU's expressions, and those that Clang rewrites.
class Machine::RareExpression : private ExpressionFamily {
public:
  using ExpressionFamily::ExpressionFamily;

  bool statements(const StmtExpr* expr);
  bool choice(const BinaryConditionalOperator* expr);
  bool compound_literal(const CompoundLiteralExpr* expr);
  bool rewritten(const PseudoObjectExpr* expr);
  bool source_location(const SourceLocExpr* expr);

private:
};

/// ({ ...; value; })
bool Machine::RareExpression::statements(const StmtExpr* expr) {
  const auto& body = expr->getSubStmt()->body();
  const size_t owned = machine_.frames_.back().owned.size();
  const Stmt* back =
      expr->getType()->isVoidType() || body.empty() ? nullptr : expr->getSubStmt()->body_back();
  for (const Stmt* child : body) {
    if (const auto* last = child == back ? dyn_cast<Expr>(child) : nullptr) {
      if (!machine_.eval(last, result_)) return false;
      if (result_.place) result_.value = machine_.storage_.copy(result_.value);
      result_.place = nullptr;
      break;
    }
    const Completion completion = machine_.run(child);
    if (completion == Completion::Normal) continue;
    if (completion == Completion::Failed || completion == Completion::Throw) return false;
    return report_.unsupported(child, missing::jump_out_of_an_expression);
  }
  return machine_.leave_scope(owned, Completion::Normal) == Completion::Normal;
}

/// common ?: other
bool Machine::RareExpression::choice(const BinaryConditionalOperator* expr) {
  Operand common;
  if (!machine_.eval_operand(expr->getCommon(), common)) return false;
  machine_.opaque_values_[expr->getOpaqueValue()] = common;
  bool holds = false;
  return machine_.eval_condition(expr->getCond(), holds, "the condition of '?:'") &&
         machine_.eval(holds ? expr->getTrueExpr() : expr->getFalseExpr(), result_);
}

bool Machine::RareExpression::compound_literal(const CompoundLiteralExpr* expr) {
  if (!machine_.eval(expr->getInitializer(), result_)) return false;
  if (!result_.place) result_.place = machine_.storage_.allocate(result_.value);
  return true;
}

/// Clang's own rewriting: operands that are evaluated once, and what is made of them.
bool Machine::RareExpression::rewritten(const PseudoObjectExpr* expr) {
  for (const Expr* part : expr->semantics()) {
    Result one;
    const auto* operand = dyn_cast<OpaqueValueExpr>(part);
    if (!machine_.eval(operand ? operand->getSourceExpr() : part, one)) return false;
    if (operand) {
      Operand& held = machine_.opaque_values_[operand];
      held.value = one.value;
      held.place = one.place;
    }
    if (part == expr->getResultExpr()) result_ = one;
  }
  return true;
}

/// __builtin_LINE() and the like
bool Machine::RareExpression::source_location(const SourceLocExpr* expr) {
  const APValue value = expr->EvaluateInContext(machine_.context_, machine_.default_argument_);
  if (value.isInt()) {
    result_.value = Value::integer(value.getInt().getExtValue());
    return machine_.convert(expr, expr->getType(), result_.value);
  }
  const auto* text = value.isLValue() && value.getLValueBase().is<const Expr*>()
                         ? dyn_cast<StringLiteral>(value.getLValueBase().get<const Expr*>())
                         : nullptr;
  if (text == nullptr) return report_.unsupported(expr);
  result_.value = Value::string(text->getBytes());
  return true;
}

bool Machine::rare_expression(const Expr* expr, Result& result, bool& applies) {
  applies = true;
  RareExpression rare(*this, result);
  switch (expr->getStmtClass()) {
  case Stmt::StmtExprClass: return rare.statements(llvm::cast<StmtExpr>(expr));
  case Stmt::BinaryConditionalOperatorClass:
    return rare.choice(llvm::cast<BinaryConditionalOperator>(expr));
  case Stmt::CompoundLiteralExprClass:
    return rare.compound_literal(llvm::cast<CompoundLiteralExpr>(expr));
  case Stmt::PseudoObjectExprClass: return rare.rewritten(llvm::cast<PseudoObjectExpr>(expr));
  case Stmt::GenericSelectionExprClass:
    return eval(llvm::cast<GenericSelectionExpr>(expr)->getResultExpr(), result);
  case Stmt::ChooseExprClass: return eval(llvm::cast<ChooseExpr>(expr)->getChosenSubExpr(), result);
  case Stmt::AtomicExprClass: return atomic_operation(llvm::cast<AtomicExpr>(expr), result);
  case Stmt::BuiltinBitCastExprClass: return cast(llvm::cast<CastExpr>(expr), result);
  case Stmt::VAArgExprClass: return next_argument(llvm::cast<VAArgExpr>(expr), result);
  case Stmt::CXXParenListInitExprClass:
    return paren_list(llvm::cast<CXXParenListInitExpr>(expr), result);
  case Stmt::SourceLocExprClass: return rare.source_location(llvm::cast<SourceLocExpr>(expr));
  default: applies = false; return true;
  }
}

} // namespace fx::frontend
