// Expressions: the switch over syntax, literals, names, members.
#include "Frontend/Eval/ExpressionFamily.h"
#include "Frontend/Eval/FatalLog.h"
#include "Frontend/Values/ListViews.h"

#include "clang/Basic/Stack.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {
int64_t low_64_bits(const llvm::APSInt& number) {
  return static_cast<int64_t>(number.extOrTrunc(64).getRawData()[0]);
}

/// What a list that has the elements of another one lost with it; null: nothing.
const Location* ended_part(const Object& list) {
  if (!is_list_view(list.type)) return nullptr;
  const auto has_ended = [](const Location* part) { return part->has_ended(); };
  if (const auto owner = llvm::find_if(list.hidden, has_ended); owner != list.hidden.end())
    return *owner;
  // What a list loses, it loses at its end.
  if (list.elements.empty()) return nullptr;
  if (has_ended(list.elements.front())) return list.elements.front();
  return has_ended(list.elements.back()) ? list.elements.back() : nullptr;
}

/// Whether `expr` is what an operator= in `body` assigns to.
bool is_assigned_to(const Stmt* body, const Expr* expr) {
  if (body == nullptr) return false;
  const auto* call = dyn_cast<CXXOperatorCallExpr>(body);
  if (call && call->getOperator() == OO_Equal && call->getArg(0)->IgnoreParens() == expr)
    return true;
  return llvm::any_of(body->children(),
                      [&](const Stmt* child) { return is_assigned_to(child, expr); });
}

constexpr unsigned max_expression_depth = 2000;
constexpr size_t max_steps = 5'000'000;
} // namespace

bool Machine::step(clang::SourceLocation where) {
  storage_.set_position(where);
  if (options_.stop.stop_requested()) return report_.error(where, diag::cancelled);
  if (++steps_ < max_steps && !storage_.is_full()) return true;
  if (storage_.is_full()) return report_.error(where, diag::too_many_objects);
  return report_.error(where, diag::too_many_steps, max_steps);
}

bool Machine::has_room(const Expr* where, uint64_t places) {
  constexpr uint64_t large = 1'000'000; // of one array
  if (storage_.has_room(places)) return true;
  // Values that no expression of the source gives have no place.
  const clang::SourceLocation at =
      where && where->getExprLoc().isValid() ? where->getExprLoc() : storage_.position();
  return places < large ? report_.error(at, diag::too_many_objects)
                        : report_.error(at, diag::array_too_large);
}

bool Machine::charge(const Expr* where, size_t steps) {
  steps_ += std::min(steps, max_steps);
  return step(where->getExprLoc());
}

bool Machine::eval(const Expr* expr, Result& result) {
  if (report_.failed() || !step(expr->getExprLoc())) return false;
  if (expression_depth_ > max_expression_depth || isStackNearlyExhausted())
    return report_.error(expr, diag::nested_too_deeply);
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
    // What a full expression refers to may have been a temporary: its later use is an error.
    if (result.place->has_ended() && !isa<ExprWithCleanups>(expr))
      return report_ended(expr, result.place);
    result.value = result.place->value();
  }
  if (ok && (result.value.is_object() || result.value.is_node()) && !report_.failed() &&
      !isa<ExprWithCleanups>(expr) && !shows_its_list(expr, result.value))
    return false;
  if (ok && decides_by_example && result.value.is_node() && !result.place) {
    oracle_.concretize(expr, result.value);
    if (!result.value.is_node() && is_without_effect(expr)) graph_.erase_queries_after(last);
  }
  return ok && !report_.failed() && !unwinding();
}

bool Machine::shows_its_list(const Expr* expr, const Value& view) {
  const auto is_given_another = [&] {
    const FunctionDecl* function = frames_.back().function;
    return function && is_assigned_to(function->getBody(), expr->IgnoreParens());
  };
  const Location* ended = view.is_object() ? ended_part(*view.object()) : nullptr;
  if (ended) return is_given_another() || report_ended(expr, ended);
  // What has no place was asked for just now.
  if (graph_.num_reshapes() == 0 || !expr->isGLValue() ||
      !is_list_view(expr->getType()->getAsCXXRecordDecl()))
    return true;
  return is_given_another() || shows_shape(expr, view);
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
  oracle_.concretize(expr, result);
  if (!result.is_number()) return report_.not_known(expr, result, needed_for);
  value = result.is(Value::Kind::Int) ? result.as_int() : static_cast<int64_t>(result.as_double());
  return true;
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

/// The families of expressions: what stands before the switch that tells them apart.
class Machine::Expressions : private ExpressionFamily {
public:
  using ExpressionFamily::ExpressionFamily;

  // Around another expression.
  bool full(const ExprWithCleanups* expr);
  bool constant(const ConstantExpr* expr);
  bool bound_temporary(const CXXBindTemporaryExpr* expr);
  bool default_argument(const CXXDefaultArgExpr* expr);
  bool temporary(const MaterializeTemporaryExpr* expr);
  bool opaque(const OpaqueValueExpr* expr);

  // Literals.
  bool integer(const Expr* expr, uint64_t number);
  bool known(Value value);

  // Names.
  bool name(const DeclRefExpr* expr);
  bool this_pointer(const CXXThisExpr* expr);
  bool member(const MemberExpr* expr);

  // Operators, and what makes and ends objects.
  bool subscript(const ArraySubscriptExpr* expr);
  bool choice(const ConditionalOperator* expr);
  bool object(const Expr* expr);

private:
  void own_temporary(const MaterializeTemporaryExpr* expr, bool is_fresh);
  bool static_member(const MemberExpr* expr);
  bool object_of(const MemberExpr* expr, Value& base);
  bool held_pointer(const MemberExpr* expr);
  bool field(const MemberExpr* expr, const FieldDecl* field);
  bool array_of(const ArraySubscriptExpr* expr, Value& base, const Object*& array, int64_t& offset);
  bool rare(const Expr* expr);
};

/// A full expression: its temporaries end with it.
bool Machine::Expressions::full(const ExprWithCleanups* expr) {
  const bool outer = std::exchange(machine_.ends_program_, false);
  const size_t owned = machine_.frames_.back().owned.size();
  bool ok = machine_.eval(expr->getSubExpr(), result_);
  // The temporaries die before a variable has what they were made into, which may own the same.
  const bool is_object = ok && expr->isPRValue() && expr->getType()->isRecordType() &&
                         machine_.frames_.back().owned.size() > owned;
  const Result kept = is_object ? std::exchange(machine_.frames_.back().result, result_) : Result();
  ok = ok && machine_.leave_scope(owned, Completion::Normal) == Completion::Normal;
  if (is_object) machine_.frames_.back().result = kept;
  if (!std::exchange(machine_.ends_program_, outer) || !ok) return ok;
  return machine_.end_program(expr, "the program ends here");
}

bool Machine::Expressions::constant(const ConstantExpr* expr) {
  if (expr->hasAPValueResult() && machine_.constant_value(expr, result_.value)) return true;
  return machine_.eval(expr->getSubExpr(), result_);
}

bool Machine::Expressions::bound_temporary(const CXXBindTemporaryExpr* expr) {
  if (ends_program_when_it_dies(expr)) machine_.ends_program_ = true;
  return machine_.eval(expr->getSubExpr(), result_);
}

bool Machine::Expressions::default_argument(const CXXDefaultArgExpr* expr) {
  const Expr* outer = std::exchange(machine_.default_argument_, expr);
  const bool ok = machine_.eval(expr->getExpr(), result_);
  machine_.default_argument_ = outer;
  return ok;
}

/// A prvalue that gets a place.
bool Machine::Expressions::temporary(const MaterializeTemporaryExpr* expr) {
  Storage& storage = machine_.storage_;
  const uint64_t before = storage.now();
  if (!machine_.eval(expr->getSubExpr(), result_)) return false;
  // A model that returns by value may have answered with the place of what was there before: the
  // temporary is another object.
  if (result_.place && expr->getSubExpr()->isPRValue()) {
    if (!result_.value.is_object() || !Storage::is_newer(result_.value.object(), before))
      result_.value = storage.copy(result_.value);
    result_.place = nullptr;
  }
  if (result_.place) return true;
  // An object that was there before has an owner.
  const bool is_fresh =
      !result_.value.is_object() || Storage::is_newer(result_.value.object(), before);
  result_.place = storage.allocate(result_.value);
  own_temporary(expr, is_fresh);
  return true;
}

/// The temporary in the result's place ends with the full expression, with the variable that refers
/// to it, or with the program.
void Machine::Expressions::own_temporary(const MaterializeTemporaryExpr* expr, bool is_fresh) {
  const QualType type = expr->getType();
  const OwnedObject owned{result_.place, type};
  if (expr->getStorageDuration() == SD_FullExpression)
    is_fresh ? machine_.own_variable(type, result_.place) : machine_.own(type, result_.place);
  else if (expr->getStorageDuration() == SD_Automatic && machine_.needs_destruction(type))
    machine_.frames_.back().extended.push_back(owned);
  else if (machine_.needs_destruction(type))
    machine_.at_exit_.push_back(
        {owned, expr->getStorageDuration() == SD_Thread, expr->getExprLoc(), {}});
}

bool Machine::Expressions::opaque(const OpaqueValueExpr* expr) {
  if (auto at = machine_.opaque_values_.find(expr); at != machine_.opaque_values_.end()) {
    result_.value = at->second.value;
    result_.place = at->second.place;
    return true;
  }
  if (expr->getSourceExpr()) return machine_.eval(expr->getSourceExpr(), result_);
  return report_.unsupported(expr);
}

/// A number in the type of `expr`.
bool Machine::Expressions::integer(const Expr* expr, uint64_t number) {
  result_.value = Value::integer(static_cast<int64_t>(number));
  return machine_.convert(expr, expr->getType(), result_.value);
}

bool Machine::Expressions::known(Value value) {
  result_.value = std::move(value);
  return true;
}

bool Machine::Expressions::name(const DeclRefExpr* expr) {
  const ValueDecl* declaration = expr->getDecl();
  if (const auto* function = dyn_cast<FunctionDecl>(declaration)) {
    if (function->hasAttrs() && function->hasAttr<WeakAttr>() && machine_.is_user_code(function) &&
        !function->isDefined())
      return report_.unsupported(expr, missing::address_of_a_weak_function);
    return known(Value::function(function));
  }
  if (const auto* constant = dyn_cast<EnumConstantDecl>(declaration)) {
    if (machine_.library_.enumerator(constant, result_.value)) return true;
    result_.value = Value::integer(low_64_bits(constant->getInitVal()));
    return machine_.convert(expr, expr->getType(), result_.value);
  }
  if (machine_.library_.constant(machine_, declaration, result_.value)) return true;
  return machine_.variable(expr, declaration, result_.place);
}

bool Machine::Expressions::this_pointer(const CXXThisExpr* expr) {
  const Frame& frame = machine_.frames_.back();
  if (frame.handle) return known(Value::pointer(frame.handle));
  if (frame.self == nullptr) return report_.unsupported(expr);
  return known(Value::pointer(frame.self->self));
}

/// object.name, object->name
bool Machine::Expressions::member(const MemberExpr* expr) {
  const ValueDecl* declaration = expr->getMemberDecl();
  const auto* method = dyn_cast<CXXMethodDecl>(declaration);
  if (isa<EnumConstantDecl, VarDecl>(declaration) || (method != nullptr && method->isStatic()))
    return static_member(expr);
  const auto* data = dyn_cast<FieldDecl>(declaration);
  if (data == nullptr) return report_.unsupported(expr);
  return field(expr, data);
}

/// A member that is of no object: a function, an enumerator, a variable.
bool Machine::Expressions::static_member(const MemberExpr* expr) {
  if (!machine_.eval_dropped(expr->getBase())) return false;
  const ValueDecl* declaration = expr->getMemberDecl();
  if (const auto* method = dyn_cast<CXXMethodDecl>(declaration))
    return known(Value::function(method));
  if (const auto* constant = dyn_cast<EnumConstantDecl>(declaration))
    return known(Value::integer(low_64_bits(constant->getInitVal())));
  return machine_.variable(expr, declaration, result_.place);
}

/// The object of which a member is named, with places for its parts.
bool Machine::Expressions::object_of(const MemberExpr* expr, Value& base) {
  Result object;
  if (!machine_.eval(expr->getBase(), object)) return false;
  base = object.value;
  if (expr->isArrow() && (base.is(Value::Kind::Iterator) || base.is(Value::Kind::Pointer))) {
    object.place = machine_.pointee(expr, base);
    if (object.place == nullptr) return false;
    base = object.place->value();
  } else if (base.is(Value::Kind::Pointer)) {
    base = base.target()->value();
  }
  if (base.is(Value::Kind::Uninitialized) && object.place) {
    const QualType type = expr->getBase()->getType();
    if (!machine_.make_room(expr, object.place, expr->isArrow() ? type->getPointeeType() : type))
      return false;
    base = object.place->value();
  }
  return true;
}

/// holder.impl_: a holder and the pointer in it are one value.
bool Machine::Expressions::held_pointer(const MemberExpr* expr) {
  Result holder;
  if (!machine_.eval(expr->getBase(), holder)) return false;
  if (!expr->isArrow()) {
    result_ = holder;
    return true;
  }
  result_.place = machine_.pointee(expr, holder.value);
  return result_.place != nullptr;
}

bool Machine::Expressions::field(const MemberExpr* expr, const FieldDecl* field) {
  if (qualified_name(field->getParent()) == "torch::nn::ModuleHolder") return held_pointer(expr);
  Value base;
  if (!object_of(expr, base)) return false;
  if (base.is(Value::Kind::Opaque)) return known(base);
  if (base.is(Value::Kind::None) && expr->isArrow())
    return report_.error(expr, diag::read_through_a_null_pointer, field->getNameAsString());
  if (base.is_object() && field->getParent()->isUnion() && base.object()->type &&
      base.object()->type->isUnion())
    return machine_.union_member(base.object(), field, result_);
  return machine_.library_.read_field(machine_, expr, base, field, result_);
}

/// The array that is indexed, and where in it counting begins; null: what it is is not known, or
/// nothing that has elements.
bool Machine::Expressions::array_of(const ArraySubscriptExpr* expr, Value& base,
                                    const Object*& array, int64_t& offset) {
  array = base.is_object() ? base.object() : nullptr;
  if (base.is(Value::Kind::Iterator)) {
    if (!machine_.is_valid(expr, base)) return false;
    array = base.object();
    offset = base.index();
  }
  if ((base.is(Value::Kind::String) || base.is(Value::Kind::Pointer)) &&
      machine_.into_array(base)) {
    array = base.object();
    offset = base.index();
  }
  return true;
}

/// base[index] of the language's own.
bool Machine::Expressions::subscript(const ArraySubscriptExpr* expr) {
  Value base;
  int64_t index = 0;
  if (!machine_.eval(expr->getBase(), base) ||
      !machine_.eval_int(expr->getIdx(), index, "an array index"))
    return false;
  if (base.is(Value::Kind::Opaque)) return known(base);
  const Object* array = nullptr;
  int64_t offset = 0;
  if (!array_of(expr, base, array, offset)) return false;
  if (!array) return report_.unsupported(expr, missing::indexing_this_value);
  index += offset;
  if (index < 0 || static_cast<size_t>(index) >= array->elements.size())
    return report_.error(expr, diag::index_out_of_range, index, array->elements.size());
  result_.place = array->elements[index];
  return true;
}

bool Machine::Expressions::choice(const ConditionalOperator* expr) {
  bool condition = false;
  bool neither = false;
  if (!machine_.eval_branch(expr->getCond(), expr->getTrueExpr(), expr->getFalseExpr(), condition,
                            "the condition of '?:'",
                            expr->getType()->isVoidType() ? &neither : nullptr))
    return false;
  return neither || machine_.eval(condition ? expr->getTrueExpr() : expr->getFalseExpr(), result_);
}

/// What makes objects and ends them.
bool Machine::Expressions::object(const Expr* expr) {
  switch (expr->getStmtClass()) {
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    return machine_.construct(llvm::cast<CXXConstructExpr>(expr), result_);
  case Stmt::ArrayInitLoopExprClass:
    return machine_.copy_array(llvm::cast<ArrayInitLoopExpr>(expr), result_);
  case Stmt::ArrayInitIndexExprClass: return integer(expr, machine_.array_indices_.back());
  case Stmt::CXXTypeidExprClass:
    return machine_.type_info(llvm::cast<CXXTypeidExpr>(expr), result_);
  case Stmt::InitListExprClass: return machine_.init_list(llvm::cast<InitListExpr>(expr), result_);
  case Stmt::CXXStdInitializerListExprClass:
    if (!machine_.eval(llvm::cast<CXXStdInitializerListExpr>(expr)->getSubExpr(), result_))
      return false;
    result_.place = nullptr; // a list of the array, and no copy of it
    return true;
  case Stmt::CXXScalarValueInitExprClass:
  case Stmt::ImplicitValueInitExprClass:
    return machine_.default_value(expr, expr->getType(), result_.value);
  case Stmt::CXXNewExprClass: return machine_.new_object(llvm::cast<CXXNewExpr>(expr), result_);
  case Stmt::CXXDeleteExprClass:
    return machine_.delete_object(llvm::cast<CXXDeleteExpr>(expr), result_);
  case Stmt::LambdaExprClass: return machine_.lambda(llvm::cast<LambdaExpr>(expr), result_);
  case Stmt::CXXThrowExprClass: return machine_.throw_exception(llvm::cast<CXXThrowExpr>(expr));
  default: return rare(expr);
  }
}

bool Machine::Expressions::rare(const Expr* expr) {
  bool applies = false;
  if (!machine_.rare_expression(expr, result_, applies)) return false;
  if (applies) return true;
  // sizeof, type traits, noexcept and the like: Clang's constant evaluator knows them.
  return machine_.constant_value(expr, result_.value) || report_.unsupported(expr);
}

bool Machine::eval_here(const Expr* expr, Result& result) {
  Expressions family(*this, result);
  switch (expr->getStmtClass()) {
  // Around another expression.
  case Stmt::ParenExprClass: return eval(llvm::cast<ParenExpr>(expr)->getSubExpr(), result);
  case Stmt::ExprWithCleanupsClass: return family.full(llvm::cast<ExprWithCleanups>(expr));
  case Stmt::ConstantExprClass: return family.constant(llvm::cast<ConstantExpr>(expr));
  case Stmt::CXXBindTemporaryExprClass:
    return family.bound_temporary(llvm::cast<CXXBindTemporaryExpr>(expr));
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return eval(llvm::cast<SubstNonTypeTemplateParmExpr>(expr)->getReplacement(), result);
  case Stmt::CXXDefaultArgExprClass:
    return family.default_argument(llvm::cast<CXXDefaultArgExpr>(expr));
  case Stmt::CXXDefaultInitExprClass:
    return eval(llvm::cast<CXXDefaultInitExpr>(expr)->getExpr(), result);
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return eval(llvm::cast<CXXRewrittenBinaryOperator>(expr)->getSemanticForm(), result);
  case Stmt::MaterializeTemporaryExprClass:
    return family.temporary(llvm::cast<MaterializeTemporaryExpr>(expr));
  case Stmt::OpaqueValueExprClass: return family.opaque(llvm::cast<OpaqueValueExpr>(expr));
  // Literals.
  case Stmt::IntegerLiteralClass:
    return family.integer(expr, llvm::cast<IntegerLiteral>(expr)->getValue().getLimitedValue());
  case Stmt::CharacterLiteralClass:
    return family.integer(expr, llvm::cast<CharacterLiteral>(expr)->getValue());
  case Stmt::FloatingLiteralClass:
    return family.known(floating_constant(llvm::cast<FloatingLiteral>(expr)->getValue()));
  case Stmt::CXXBoolLiteralExprClass:
    return family.known(Value::boolean(llvm::cast<CXXBoolLiteralExpr>(expr)->getValue()));
  case Stmt::StringLiteralClass: return string_literal(llvm::cast<StringLiteral>(expr), result);
  case Stmt::PredefinedExprClass:
    return eval(llvm::cast<PredefinedExpr>(expr)->getFunctionName(), result);
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass: return family.known(Value::none());
  // Names.
  case Stmt::DeclRefExprClass: return family.name(llvm::cast<DeclRefExpr>(expr));
  case Stmt::CXXThisExprClass: return family.this_pointer(llvm::cast<CXXThisExpr>(expr));
  case Stmt::MemberExprClass: return family.member(llvm::cast<MemberExpr>(expr));
  // Operators, casts, calls.
  case Stmt::ArraySubscriptExprClass: return family.subscript(llvm::cast<ArraySubscriptExpr>(expr));
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass: return binary(llvm::cast<BinaryOperator>(expr), result);
  case Stmt::UnaryOperatorClass: return unary(llvm::cast<UnaryOperator>(expr), result);
  case Stmt::ConditionalOperatorClass: return family.choice(llvm::cast<ConditionalOperator>(expr));
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
  default: return family.object(expr);
  }
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
