// Expressions that few programs have: GNU's, C's, and parts of C++20.
#include "Frontend/Eval/Machine.h"

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
    if (!applies) return report_.unsupported(expr, "this comparison");
    if (equal.as_int() == 0 && !pointer_operation(expr, BO_LT, left, right, less, applies))
      return false;
    outcome = equal.as_int() != 0  ? ComparisonCategoryResult::Equal
              : less.as_int() != 0 ? ComparisonCategoryResult::Less
                                   : ComparisonCategoryResult::Greater;
  } else if (is_unknown(left) || is_unknown(right)) {
    result.value = unknown_condition(expr, is_unknown(left) ? left : right);
    return true;
  } else {
    return report_.unsupported(expr, "this comparison");
  }
  const ComparisonCategoryInfo* category =
      context_.CompCategories.lookupInfoForType(expr->getType());
  if (category == nullptr) return report_.unsupported(expr, "this comparison");
  const auto* value = category->getValueInfo(category->makeWeakResult(outcome));
  if (value == nullptr) return report_.unsupported(expr, "this comparison");
  // A constant of the library's: that it is first named here is no change.
  Location* place = nullptr;
  const bool prepares = storage_.set_prepares(true);
  const bool ok = variable(expr, value->VD, place);
  storage_.set_prepares(prepares);
  if (!ok) return false;
  result.value = storage_.copy(place->value());
  return true;
}

bool Machine::rare_expression(const Expr* expr, Result& result, bool& applies) {
  applies = true;
  switch (expr->getStmtClass()) {
  case Stmt::StmtExprClass: {
    const auto& body = llvm::cast<StmtExpr>(expr)->getSubStmt()->body();
    const size_t owned = frames_.back().owned.size();
    const Stmt* back = expr->getType()->isVoidType() || body.empty()
                           ? nullptr
                           : llvm::cast<StmtExpr>(expr)->getSubStmt()->body_back();
    for (const Stmt* child : body) {
      if (const auto* last = child == back ? dyn_cast<Expr>(child) : nullptr) {
        if (!eval(last, result)) return false;
        if (result.place) result.value = storage_.copy(result.value);
        result.place = nullptr;
        break;
      }
      const Completion completion = run(child);
      if (completion == Completion::Normal) continue;
      if (completion == Completion::Failed || completion == Completion::Throw) return false;
      return report_.unsupported(child, "a jump out of an expression");
    }
    return leave_scope(owned, Completion::Normal) == Completion::Normal;
  }
  case Stmt::BinaryConditionalOperatorClass: {
    const auto* choice = llvm::cast<BinaryConditionalOperator>(expr);
    Operand common;
    if (!eval_operand(choice->getCommon(), common)) return false;
    opaque_values_[choice->getOpaqueValue()] = common;
    bool holds = false;
    return eval_condition(choice->getCond(), holds, "the condition of '?:'") &&
           eval(holds ? choice->getTrueExpr() : choice->getFalseExpr(), result);
  }
  case Stmt::CompoundLiteralExprClass:
    if (!eval(llvm::cast<CompoundLiteralExpr>(expr)->getInitializer(), result)) return false;
    if (!result.place) result.place = storage_.allocate(result.value);
    return true;
  case Stmt::PseudoObjectExprClass: {
    // Clang's own rewriting: operands that are evaluated once, and what is made of them.
    const auto* rewritten = llvm::cast<PseudoObjectExpr>(expr);
    for (const Expr* part : rewritten->semantics()) {
      Result one;
      const auto* operand = dyn_cast<OpaqueValueExpr>(part);
      if (!eval(operand ? operand->getSourceExpr() : part, one)) return false;
      if (operand) {
        Operand& held = opaque_values_[operand];
        held.value = one.value;
        held.place = one.place;
      }
      if (part == rewritten->getResultExpr()) result = one;
    }
    return true;
  }
  case Stmt::GenericSelectionExprClass:
    return eval(llvm::cast<GenericSelectionExpr>(expr)->getResultExpr(), result);
  case Stmt::ChooseExprClass: return eval(llvm::cast<ChooseExpr>(expr)->getChosenSubExpr(), result);
  case Stmt::AtomicExprClass: return atomic_operation(llvm::cast<AtomicExpr>(expr), result);
  case Stmt::BuiltinBitCastExprClass: return cast(llvm::cast<CastExpr>(expr), result);
  case Stmt::VAArgExprClass: return next_argument(llvm::cast<VAArgExpr>(expr), result);
  case Stmt::CXXParenListInitExprClass:
    return paren_list(llvm::cast<CXXParenListInitExpr>(expr), result);
  case Stmt::SourceLocExprClass: {
    const APValue value =
        llvm::cast<SourceLocExpr>(expr)->EvaluateInContext(context_, default_argument_);
    if (value.isInt()) {
      result.value = Value::integer(value.getInt().getExtValue());
      return convert(expr, expr->getType(), result.value);
    }
    const auto* text = value.isLValue() && value.getLValueBase().is<const Expr*>()
                           ? dyn_cast<StringLiteral>(value.getLValueBase().get<const Expr*>())
                           : nullptr;
    if (text == nullptr) return report_.unsupported(expr);
    result.value = Value::string(text->getBytes());
    return true;
  }
  default: break;
  }
  applies = false;
  return true;
}

/// T(a, b) of an aggregate.
bool Machine::paren_list(const CXXParenListInitExpr* expr, Result& result) {
  const QualType type = expr->getType();
  const auto inits = expr->getInitExprs();
  if (const auto* array = context_.getAsConstantArrayType(type)) {
    std::vector<Value> elements;
    for (const Expr* init : inits) {
      Result element;
      if (!eval(init, element)) return false;
      elements.push_back(element.place ? storage_.copy(element.value) : element.value);
    }
    while (elements.size() < array->getSize().getZExtValue()) {
      if (!storage_.has_room(elements.size()))
        return report_.error(expr, "gave up: this array has millions of elements");
      if (!default_value(expr, array->getElementType(), elements.emplace_back())) return false;
    }
    result.value = Value::record(storage_.sequence(std::move(elements)));
    return true;
  }
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || record->getNumBases() > 0) return report_.unsupported(expr);
  if (!report_.is_whole(record)) return false;
  const Object* object = create_object(record);
  size_t index = 0;
  for (const FieldDecl* field : record->fields()) {
    if (index >= inits.size()) break;
    if (field->isUnnamedBitField()) continue; // takes no initialiser
    if (record->isUnion() && field != expr->getInitializedFieldInUnion()) continue;
    const Expr* init = inits[index++];
    const Object* outer = frames_.back().self;
    if (isa<CXXDefaultInitExpr>(init)) frames_.back().self = object;
    const bool ok = init_field(field, object, init);
    frames_.back().self = outer;
    if (!ok) return false;
  }
  result.value = Value::record(object);
  return true;
}

bool Machine::copy_array(const ArrayInitLoopExpr* loop, Result& result) {
  Operand from;
  if (!eval_operand(loop->getCommonExpr()->getSourceExpr(), from)) return false;
  const CXXRecordDecl* record = context_.getBaseElementType(loop->getType())->getAsCXXRecordDecl();
  if (record == nullptr || !is_user_code(record) || from.place == nullptr)
    return initial_value(loop, loop->getType(), from, result.value);
  // Which constructor makes an element is for overload resolution to say.
  opaque_values_[loop->getCommonExpr()] = from;
  Object* array = storage_.create(Object::Kind::Sequence);
  const QualType element_type = context_.getAsArrayType(loop->getType())->getElementType();
  const size_t owned = frames_.back().owned.size();
  const uint64_t size = loop->getArraySize().getZExtValue();
  for (uint64_t i = 0; i < size; ++i) {
    array_indices_.push_back(i);
    Result element;
    const size_t temporaries = frames_.back().owned.size();
    const bool ok = eval(loop->getSubExpr(), element) &&
                    leave_scope(temporaries, Completion::Normal) == Completion::Normal;
    array_indices_.pop_back();
    if (!ok) return false;
    array->elements.push_back(
        storage_.allocate(element.place ? storage_.copy(element.value) : element.value));
    own(element_type, array->elements.back());
  }
  frames_.back().owned.resize(owned);
  result.value = Value::record(array);
  return true;
}

} // namespace fx::frontend
