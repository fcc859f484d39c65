// Expressions: the switch over syntax, literals, names, members.
#include "Frontend/Eval/Machine.h"

#include "clang/Basic/Stack.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {
int64_t low_64_bits(const llvm::APSInt& number) {
  return static_cast<int64_t>(number.extOrTrunc(64).getRawData()[0]);
}

constexpr unsigned max_expression_depth = 2000;
constexpr size_t max_steps = 5'000'000;
} // namespace

bool Machine::step(clang::SourceLocation where) {
  storage_.set_position(where);
  if (options_.stop.stop_requested()) return report_.error(where, "the trace was cancelled");
  if (++steps_ < max_steps && !storage_.is_full()) return true;
  if (storage_.is_full())
    return report_.error(where, "gave up: the program holds millions of objects by now; does what "
                                "it allocates ever end?");
  return report_.error(
      where, fmt::format("gave up after {} steps: does this loop or recursion end?", max_steps));
}

bool Machine::charge(const Expr* where, size_t steps) {
  steps_ += std::min(steps, max_steps);
  return step(where->getExprLoc());
}

bool Machine::eval(const Expr* expr, Result& result) {
  if (report_.failed() || !step(expr->getExprLoc())) return false;
  if (expression_depth_ > max_expression_depth || isStackNearlyExhausted())
    return report_.error(expr,
                         "expressions or calls are nested too deep here: does this recursion end?");
  ++expression_depth_;
  const size_t in_flight = in_flight_.size();
  const bool decides_by_example = options_.kernels && expr->getType()->isBooleanType();
  const Node* last =
      !decides_by_example || graph_.graph().empty() ? nullptr : graph_.graph().back();
  bool applies = false;
  const bool ok =
      assumed(expr, result, applies) && (applies || result.place || eval_here(expr, result));
  --expression_depth_;
  if (in_flight_.size() > in_flight) in_flight_.resize(in_flight);
  if (ok && result.place && !report_.failed()) {
    // What a full expression refers to may have been a temporary: who uses it is told.
    if (result.place->has_ended() && !isa<ExprWithCleanups>(expr))
      return report_ended(expr, result.place);
    result.value = result.place->value();
  }
  if (ok && decides_by_example && result.value.is_node() && !result.place) {
    oracle_.settle(expr, result.value);
    if (!result.value.is_node() && is_without_effect(expr)) graph_.erase_queries_after(last);
  }
  return ok && !report_.failed() && !unwinding();
}

bool Machine::eval(const Expr* expr, Value& value) {
  Result result;
  if (!eval(expr, result)) return false;
  value = std::move(result.value);
  return true;
}

bool Machine::place(const Expr* expr, Location*& location) {
  Result result;
  if (!eval(expr, result)) return false;
  location = result.place ? result.place : storage_.allocate(result.value);
  return true;
}

bool Machine::eval_operand(const Expr* expr, Operand& operand) {
  operand.expr = expr;
  operand.type = expr->getType();
  Result result;
  if (!eval(expr, result)) return false;
  operand.value = as_signed_as(operand.type, result.value);
  operand.place = result.place;
  return true;
}

bool Machine::eval_int(const Expr* expr, int64_t& value, llvm::StringRef needed_for) {
  Value result;
  if (!eval(expr, result)) return false;
  oracle_.settle(expr, result);
  if (!result.is_number()) return report_.not_known(expr, result, needed_for);
  value = result.is(Value::Kind::Int) ? result.as_int() : static_cast<int64_t>(result.as_double());
  return true;
}

bool Machine::truth(const Expr* expr, const Value& value, bool& result, llvm::StringRef statement) {
  Value known = value;
  oracle_.settle(expr, known);
  switch (known.kind()) {
  case Value::Kind::Int: result = known.as_int() != 0; return true;
  case Value::Kind::Float: result = known.as_double() != 0; return true;
  case Value::Kind::None: result = false; return true;
  case Value::Kind::Pointer:
  case Value::Kind::Iterator:
  case Value::Kind::Function:
  case Value::Kind::Member:
  case Value::Kind::String: result = true; return true;
  default: return report_.not_known(expr, value, statement);
  }
}

bool Machine::eval_condition(const Expr* expr, bool& value, llvm::StringRef statement) {
  Value result;
  return eval(expr, result) && truth(expr, result, value, statement);
}

bool Machine::eval_dropped(const Expr* expr) {
  if (isa<DeclRefExpr, CXXThisExpr>(expr->IgnoreParenImpCasts()) || is_without_effect(expr))
    return true;
  Result ignored;
  if (!eval(expr, ignored)) return false;
  own_discarded(expr, ignored);
  return true;
}

Location* Machine::field_place(const Object* object, const FieldDecl* field) {
  return storage_.field(object, field);
}

bool Machine::eval_here(const Expr* expr, Result& result) {
  switch (expr->getStmtClass()) {
  // Transparent nodes.
  case Stmt::ParenExprClass: return eval(llvm::cast<ParenExpr>(expr)->getSubExpr(), result);
  case Stmt::ExprWithCleanupsClass: {
    const bool outer = std::exchange(ends_program_, false);
    const size_t owned = frames_.back().owned.size();
    bool ok = eval(llvm::cast<FullExpr>(expr)->getSubExpr(), result);
    // The temporaries die before a variable has what they were made into, which may own the same.
    const bool is_object = ok && expr->isPRValue() && expr->getType()->isRecordType() &&
                           frames_.back().owned.size() > owned;
    const Result kept = is_object ? std::exchange(frames_.back().result, result) : Result();
    ok = ok && leave_scope(owned, Completion::Normal) == Completion::Normal;
    if (is_object) frames_.back().result = kept;
    if (!std::exchange(ends_program_, outer) || !ok) return ok;
    return end_program(expr, "the program ends here");
  }
  case Stmt::ConstantExprClass:
    if (llvm::cast<ConstantExpr>(expr)->hasAPValueResult() && constant_value(expr, result.value))
      return true;
    return eval(llvm::cast<FullExpr>(expr)->getSubExpr(), result);
  case Stmt::CXXBindTemporaryExprClass: {
    const auto* bound = llvm::cast<CXXBindTemporaryExpr>(expr);
    const CXXDestructorDecl* destructor = bound->getTemporary()->getDestructor();
    if (destructor && destructor->isNoReturn()) ends_program_ = true;
    return eval(bound->getSubExpr(), result);
  }
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return eval(llvm::cast<SubstNonTypeTemplateParmExpr>(expr)->getReplacement(), result);
  case Stmt::CXXDefaultArgExprClass: {
    const Expr* outer = std::exchange(default_argument_, expr);
    const bool ok = eval(llvm::cast<CXXDefaultArgExpr>(expr)->getExpr(), result);
    default_argument_ = outer;
    return ok;
  }
  case Stmt::CXXDefaultInitExprClass:
    return eval(llvm::cast<CXXDefaultInitExpr>(expr)->getExpr(), result);
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return eval(llvm::cast<CXXRewrittenBinaryOperator>(expr)->getSemanticForm(), result);
  case Stmt::MaterializeTemporaryExprClass: {
    const auto* temporary = llvm::cast<MaterializeTemporaryExpr>(expr);
    const uint64_t before = storage_.now();
    if (!eval(temporary->getSubExpr(), result)) return false;
    // A model that returns by value may have answered with the place of what was there before: the
    // temporary is another object.
    if (result.place && temporary->getSubExpr()->isPRValue()) {
      if (!result.value.is_record() || !Storage::is_newer(result.value.object(), before))
        result.value = storage_.copy(result.value);
      result.place = nullptr;
    }
    if (result.place) return true;
    // An object that was there before is somebody's.
    const bool is_fresh =
        !result.value.is_record() || Storage::is_newer(result.value.object(), before);
    result.place = storage_.allocate(result.value);
    if (temporary->getStorageDuration() == SD_FullExpression)
      is_fresh ? own_variable(expr->getType(), result.place) : own(expr->getType(), result.place);
    else if (temporary->getStorageDuration() == SD_Automatic && needs_destruction(expr->getType()))
      frames_.back().extended.push_back({result.place, expr->getType()});
    else if (needs_destruction(expr->getType()))
      at_exit_.push_back({{result.place, expr->getType()},
                          temporary->getStorageDuration() == SD_Thread,
                          expr->getExprLoc(),
                          {}});
    return true;
  }
  case Stmt::OpaqueValueExprClass: {
    const auto* opaque = llvm::cast<OpaqueValueExpr>(expr);
    if (auto at = opaque_values_.find(opaque); at != opaque_values_.end()) {
      result.value = at->second.value;
      result.place = at->second.place;
      return true;
    }
    if (opaque->getSourceExpr()) return eval(opaque->getSourceExpr(), result);
    return report_.unsupported(expr);
  }

  // Literals.
  case Stmt::IntegerLiteralClass: {
    const llvm::APInt& literal = llvm::cast<IntegerLiteral>(expr)->getValue();
    result.value = Value::integer(static_cast<int64_t>(literal.getLimitedValue()));
    return convert(expr, expr->getType(), result.value);
  }
  case Stmt::CharacterLiteralClass:
    result.value = Value::integer(llvm::cast<CharacterLiteral>(expr)->getValue());
    return convert(expr, expr->getType(), result.value);
  case Stmt::FloatingLiteralClass: {
    result.value = floating_constant(llvm::cast<FloatingLiteral>(expr)->getValue());
    return true;
  }
  case Stmt::CXXBoolLiteralExprClass:
    result.value = Value::boolean(llvm::cast<CXXBoolLiteralExpr>(expr)->getValue());
    return true;
  case Stmt::StringLiteralClass: return string_literal(llvm::cast<StringLiteral>(expr), result);
  case Stmt::PredefinedExprClass:
    return eval(llvm::cast<PredefinedExpr>(expr)->getFunctionName(), result);
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass: result.value = Value::none(); return true;

  // Names.
  case Stmt::DeclRefExprClass: {
    const ValueDecl* declaration = llvm::cast<DeclRefExpr>(expr)->getDecl();
    if (const auto* function = dyn_cast<FunctionDecl>(declaration)) {
      if (function->hasAttrs() && function->hasAttr<WeakAttr>() && is_user_code(function) &&
          !function->isDefined())
        return report_.unsupported(expr, "the address of a function that may not be there");
      result.value = Value::function(function);
      return true;
    }
    if (const auto* constant = dyn_cast<EnumConstantDecl>(declaration)) {
      if (library_.enumerator(constant, result.value)) return true;
      result.value = Value::integer(low_64_bits(constant->getInitVal()));
      return convert(expr, expr->getType(), result.value);
    }
    if (library_.constant(declaration, result.value)) return true;
    return variable(expr, declaration, result.place);
  }
  case Stmt::CXXThisExprClass: {
    const Object* self = frames_.back().self;
    if (self == nullptr) return report_.unsupported(expr, "'this' outside a member function");
    result.value = Value::pointer(self->self);
    return true;
  }
  case Stmt::MemberExprClass: {
    const auto* member = llvm::cast<MemberExpr>(expr);
    const ValueDecl* declaration = member->getMemberDecl();
    const auto* method = dyn_cast<CXXMethodDecl>(declaration);
    const bool is_static =
        isa<EnumConstantDecl, VarDecl>(declaration) || (method != nullptr && method->isStatic());
    if (is_static && !eval_dropped(member->getBase())) return false;
    if (is_static && method) {
      result.value = Value::function(method);
      return true;
    }
    if (const auto* constant = dyn_cast<EnumConstantDecl>(declaration)) {
      result.value = Value::integer(low_64_bits(constant->getInitVal()));
      return true;
    }
    if (isa<VarDecl>(declaration)) return variable(expr, declaration, result.place);
    const auto* field = dyn_cast<FieldDecl>(declaration);
    if (field == nullptr) return report_.unsupported(expr, "a pointer to a member function");
    Result object;
    if (!eval(member->getBase(), object)) return false;
    Value base = object.value;
    if (member->isArrow() && (base.is(Value::Kind::Iterator) || base.is(Value::Kind::Pointer))) {
      object.place = pointee(expr, base);
      if (object.place == nullptr) return false;
      base = object.place->value();
    } else if (base.is(Value::Kind::Pointer)) {
      base = base.target()->value();
    }
    if (base.is(Value::Kind::Uninitialized) && object.place) {
      const QualType type = member->getBase()->getType();
      if (!make_room(expr, object.place, member->isArrow() ? type->getPointeeType() : type))
        return false;
      base = object.place->value();
    }
    if (base.is(Value::Kind::Opaque)) {
      result.value = base;
      return true;
    }
    if (base.is(Value::Kind::None) && member->isArrow())
      return report_.error(
          expr, fmt::format("'{}' is read through a null pointer or an empty module holder",
                            field->getNameAsString()));
    if (base.is_record() && field->getParent()->isUnion() && base.object()->type &&
        base.object()->type->isUnion())
      return union_member(base.object(), field, result);
    return library_.read_field(*this, expr, base, field, result);
  }
  case Stmt::ArraySubscriptExprClass: {
    const auto* subscript = llvm::cast<ArraySubscriptExpr>(expr);
    Value base;
    int64_t index = 0;
    if (!eval(subscript->getBase(), base) ||
        !eval_int(subscript->getIdx(), index, "an array index"))
      return false;
    int64_t offset = 0;
    const Object* array = base.is_record() ? base.object() : nullptr;
    if (base.is(Value::Kind::Iterator)) {
      if (!is_valid(expr, base)) return false;
      array = base.object();
      offset = base.index();
    }
    if (base.is(Value::Kind::Opaque)) {
      result.value = base;
      return true;
    }
    if ((base.is(Value::Kind::String) || base.is(Value::Kind::Pointer)) && into_array(base)) {
      array = base.object();
      offset = base.index();
    }
    if (!array) return report_.unsupported(expr, "indexing this value");
    index += offset;
    if (index < 0 || static_cast<size_t>(index) >= array->elements.size())
      return report_.error(expr, fmt::format("index {} is out of range: there are {} elements",
                                             index, array->elements.size()));
    result.place = array->elements[index];
    return true;
  }

  // Operators, casts, calls.
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass: return binary(llvm::cast<BinaryOperator>(expr), result);
  case Stmt::UnaryOperatorClass: return unary(llvm::cast<UnaryOperator>(expr), result);
  case Stmt::ConditionalOperatorClass: {
    const auto* conditional = llvm::cast<ConditionalOperator>(expr);
    bool condition = false;
    if (!eval_branch(conditional->getCond(), conditional->getTrueExpr(),
                     conditional->getFalseExpr(), condition, "the condition of '?:'"))
      return false;
    return eval(condition ? conditional->getTrueExpr() : conditional->getFalseExpr(), result);
  }
  case Stmt::ImplicitCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::CXXFunctionalCastExprClass:
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CXXConstCastExprClass:
  case Stmt::CXXReinterpretCastExprClass:
  case Stmt::CXXDynamicCastExprClass: return this->cast(llvm::cast<CastExpr>(expr), result);
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::UserDefinedLiteralClass: return call(llvm::cast<CallExpr>(expr), result);

  // Objects.
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    return construct(llvm::cast<CXXConstructExpr>(expr), result);
  case Stmt::ArrayInitLoopExprClass: return copy_array(llvm::cast<ArrayInitLoopExpr>(expr), result);
  case Stmt::ArrayInitIndexExprClass:
    result.value = Value::integer(static_cast<int64_t>(array_indices_.back()));
    return convert(expr, expr->getType(), result.value);
  case Stmt::CXXTypeidExprClass: return type_info(llvm::cast<CXXTypeidExpr>(expr), result);
  case Stmt::InitListExprClass: return init_list(llvm::cast<InitListExpr>(expr), result);
  case Stmt::CXXStdInitializerListExprClass:
    if (!eval(llvm::cast<CXXStdInitializerListExpr>(expr)->getSubExpr(), result)) return false;
    result.place = nullptr; // a list of the array, and no copy of it
    return true;
  case Stmt::CXXScalarValueInitExprClass:
  case Stmt::ImplicitValueInitExprClass: return default_value(expr, expr->getType(), result.value);
  case Stmt::CXXNewExprClass: return new_object(llvm::cast<CXXNewExpr>(expr), result);
  case Stmt::CXXDeleteExprClass: return delete_object(llvm::cast<CXXDeleteExpr>(expr), result);
  case Stmt::LambdaExprClass: return lambda(llvm::cast<LambdaExpr>(expr), result);
  case Stmt::CXXThrowExprClass: return throw_exception(llvm::cast<CXXThrowExpr>(expr));
  default: break;
  }

  bool applies = false;
  if (!rare_expression(expr, result, applies)) return false;
  if (applies) return true;
  // sizeof, type traits, noexcept and the like: Clang's constant evaluator knows them.
  return constant_value(expr, result.value) || report_.unsupported(expr);
}

bool Machine::constant_value(const Expr* expr, Value& value) {
  Expr::EvalResult constant;
  if (expr->isValueDependent() || !expr->isPRValue() ||
      !(expr->getType()->isArithmeticType() || expr->getType()->isEnumeralType()) ||
      !expr->EvaluateAsRValue(constant, context_, is_constant_evaluated_) ||
      constant.HasSideEffects)
    return false;
  if (constant.Val.isInt())
    value = Value::integer(low_64_bits(constant.Val.getInt()));
  else if (constant.Val.isFloat()) {
    value = floating_constant(constant.Val.getFloat());
    if (value.is_rounded()) return false;
  } else
    return false;
  return convert(expr, expr->getType(), value);
}

} // namespace fx::frontend
