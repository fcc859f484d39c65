// Built-in operators: what they evaluate, and where they write to.
#include "Frontend/Eval/ExpressionFamily.h"

using namespace clang;

namespace fx::frontend {

namespace {

/// A number that is true or false in the graph, and no tensor.
bool is_flag(const Node& node) {
  return node.is_call_function("builtins.bool") ||
         (node.is_call_function("operator.not_") && node.arg(0).is_node() &&
          is_flag(*node.arg(0).as_node()));
}

/// What is written through the signed or unsigned type beside that of `place` has its sign there.
void keep_sign(const Location* place, Value& value) {
  const Value& there = place->value();
  if (there.is(Value::Kind::Int) && value.is(Value::Kind::Int) && there.width() == value.width() &&
      there.is_signed() != value.is_signed())
    value = Value::integer(value.as_int(), value.width(), there.is_signed());
}

} // namespace

/// The built-in operators that do more than compute.
class Machine::Operators : private ExpressionFamily {
public:
  using ExpressionFamily::ExpressionFamily;

  bool comma(const BinaryOperator* expr);
  bool and_or(const BinaryOperator* expr);
  bool assign(const BinaryOperator* expr);
  bool assign_compound(const CompoundAssignOperator* expr);
  bool through_member_pointer(const BinaryOperator* expr);
  bool address_of(const Expr* operand);
  bool dereference(const UnaryOperator* expr);
  bool step(const UnaryOperator* expr);
  bool logical_not(const UnaryOperator* expr);

private:
  bool with_known_left(const BinaryOperator* expr, const Value& left);
  bool with_unknown_left(const BinaryOperator* expr, const Value& left, const Node* last);
  bool operands(const BinaryOperator* expr, Value& right);
  bool store(const Expr* expr, const Expr* target, Location* place, Value& value);
};

bool Machine::Operators::comma(const BinaryOperator* expr) {
  Result ignored;
  if (!machine_.eval(expr->getLHS(), ignored)) return false;
  machine_.own_discarded(expr->getLHS(), ignored);
  return machine_.eval(expr->getRHS(), result_);
}

bool Machine::Operators::and_or(const BinaryOperator* expr) {
  Value left;
  const Node* last = machine_.graph_.last();
  if (!machine_.eval(expr->getLHS(), left)) return false;
  if (machine_.graph_.in_constructor()) machine_.oracle_.concretize(expr->getLHS(), left);
  return is_unknown(left) ? with_unknown_left(expr, left, last) : with_known_left(expr, left);
}

bool Machine::Operators::with_known_left(const BinaryOperator* expr, const Value& left) {
  const bool is_and = expr->getOpcode() == BO_LAnd;
  const char* what = is_and ? "an operand of '&&'" : "an operand of '||'";
  bool value = false;
  if (!machine_.truth(expr->getLHS(), left, value, what)) return false;
  if (value == is_and) return machine_.eval(expr->getRHS(), result_);
  result_.value = Value::boolean(value);
  return true;
}

/// && and || of which the left side is not known. `last`: the last node before it.
bool Machine::Operators::with_unknown_left(const BinaryOperator* expr, const Value& left,
                                           const Node* last) {
  GraphBuilder& graph = machine_.graph_;
  const bool is_and = expr->getOpcode() == BO_LAnd;
  if (machine_.decides(expr->getRHS(), !is_and)) {
    if (machine_.is_without_effect(expr->getLHS())) graph.erase_queries_after(last);
    result_.value = Value::boolean(!is_and);
    return true;
  }
  // The condition of a rule is computed once its numbers are bound.
  if ((machine_.in_rule_ || machine_.in_kept_check_) && left.is_node()) {
    Argument right;
    Value value;
    if (!machine_.eval(expr->getRHS(), value) || !graph.lower(expr->getRHS(), value, right))
      return false;
    result_.value = Value::node(graph.emit(expr, Opcode::CallFunction,
                                           is_and ? "operator.and_" : "operator.or_",
                                           {Argument(left.node()), right}));
    return true;
  }
  if (Value known = left; !machine_.in_rule_ && !machine_.in_kept_check_) {
    machine_.oracle_.concretize(expr->getLHS(), known);
    if (!is_unknown(known)) return with_known_left(expr, known);
  }
  // Whether the right side would be evaluated is not known either: only a decision, and what it
  // would change, is an error.
  if (!machine_.may_not_matter(expr->getRHS(), expr->getLHS(), expr->getOpcodeStr())) return false;
  result_.value = machine_.unknown_condition(expr->getLHS(), left);
  return true;
}

/// Of an assignment: C++17 evaluates the right side first. What is on the left is the result.
bool Machine::Operators::operands(const BinaryOperator* expr, Value& right) {
  return machine_.eval(expr->getRHS(), right) &&
         machine_.written_place(expr->getLHS(), result_.place);
}

bool Machine::Operators::assign(const BinaryOperator* expr) {
  Value value;
  if (!operands(expr, value)) return false;
  if (!machine_.fit_bit_field(expr, expr->getLHS()->getSourceBitField(), value)) return false;
  keep_sign(result_.place, value);
  machine_.storage_.assign(result_.place, machine_.storage_.copy(value));
  return true;
}

bool Machine::Operators::assign_compound(const CompoundAssignOperator* expr) {
  Value right;
  if (!operands(expr, right)) return false;
  const QualType stored = expr->getLHS()->getType();
  Value left = machine_.as_signed_as(stored, result_.place->value());
  Value value;
  return machine_.convert(expr, stored, expr->getComputationLHSType(), left) &&
         machine_.arithmetic(expr, BinaryOperator::getOpForCompoundAssignment(expr->getOpcode()),
                             left, right, expr->getComputationResultType(), value) &&
         machine_.convert(expr, expr->getComputationResultType(), stored, value) &&
         store(expr, expr->getLHS(), result_.place, value);
}

/// A computed number, in the place that `target` names.
bool Machine::Operators::store(const Expr* expr, const Expr* target, Location* place,
                               Value& value) {
  if (!machine_.fit_bit_field(expr, target->getSourceBitField(), value)) return false;
  keep_sign(place, value);
  machine_.storage_.write(place, value);
  return true;
}

/// object.*pointer, object->*pointer
bool Machine::Operators::through_member_pointer(const BinaryOperator* expr) {
  Value object;
  Value pointer;
  if (!machine_.eval(expr->getLHS(), object) || !machine_.eval(expr->getRHS(), pointer))
    return false;
  if (expr->getOpcode() == BO_PtrMemI &&
      (object.is(Value::Kind::Pointer) || object.is(Value::Kind::Iterator))) {
    const Location* target = machine_.pointee(expr, object);
    if (target == nullptr) return false;
    object = target->value();
  }
  if (!object.is_object() || !pointer.is(Value::Kind::Member))
    return report_.unsupported(expr, missing::pointer_to_a_member);
  result_.place = machine_.field_place(object.object(), pointer.member());
  return true;
}

bool Machine::binary(const BinaryOperator* expr, Result& result) {
  Operators operators(*this, result);
  switch (expr->getOpcode()) {
  case BO_Cmp: return three_way(expr, result);
  case BO_Comma: return operators.comma(expr);
  case BO_LAnd:
  case BO_LOr: return operators.and_or(expr);
  case BO_Assign: return operators.assign(expr);
  case BO_PtrMemD:
  case BO_PtrMemI: return operators.through_member_pointer(expr);
  default: break;
  }
  if (const auto* compound = dyn_cast<CompoundAssignOperator>(expr))
    return operators.assign_compound(compound);
  Value left;
  Value right;
  return eval(expr->getLHS(), left) && eval(expr->getRHS(), right) &&
         arithmetic(expr, expr->getOpcode(), left, right, expr->getType(), result.value);
}

bool Machine::written_place(const Expr* expr, Location*& location) {
  Result result;
  const Expr* written = expr->IgnoreParens();
  const Expr* outer = std::exchange(written_, written);
  const bool ok = eval(expr, result);
  written_ = outer;
  if (!ok) return false;
  const auto* unary = dyn_cast<UnaryOperator>(written);
  const auto* member = dyn_cast<MemberExpr>(written);
  if (!result.place && result.value.is(Value::Kind::Opaque) &&
      result.value.reason() != value_of_a_tensor &&
      (isa<ArraySubscriptExpr, CallExpr>(written) || (unary && unary->getOpcode() == UO_Deref) ||
       (member && member->isArrow()))) {
    report_.error(expr, diag::write_through_an_unknown_pointer);
    report_.note(result.value.origin(), std::string(result.value.reason()));
    return false;
  }
  const bool is_part_of_a_node = !result.place && member && result.value.is_node();
  location = result.place        ? result.place
             : is_part_of_a_node ? storage_.allocate_detached(result.value)
                                 : storage_.allocate(result.value);
  return true;
}

bool Machine::fit_bit_field(const Expr* where, const FieldDecl* field, Value& value) {
  if (field == nullptr) return true;
  if (!value.is(Value::Kind::Int))
    return report_.unsupported(where, missing::symbolic_number_in_a_bit_field);
  const bool is_signed = field->getType()->isSignedIntegerOrEnumerationType();
  // A Value of one bit is a bool; a field of one bit holds the lowest.
  const int64_t lowest = value.as_int() & 1;
  const int64_t fitted =
      field->getBitWidthValue() == 1
          ? (is_signed ? -lowest : lowest)
          : Value::integer(value.as_int(), field->getBitWidthValue(), is_signed).as_int();
  value = Value::integer(fitted, value.width(), value.is_signed());
  return true;
}

/// &operand
bool Machine::Operators::address_of(const Expr* operand) {
  if (const auto* named = dyn_cast<DeclRefExpr>(operand->IgnoreParens()))
    if (const auto* field = dyn_cast<FieldDecl>(named->getDecl())) {
      result_.value = Value::member(llvm::cast<FieldDecl>(field->getCanonicalDecl()));
      return true;
    }
  bool applies = false;
  if (!machine_.address_of_element(operand, result_, applies)) return false;
  if (applies) return true;
  Result there;
  if (!machine_.eval(operand, there)) return false;
  // A variable that holds a pointer to a function has a place of its own.
  if (there.value.is(Value::Kind::Function) && operand->getType()->isFunctionType()) {
    result_.value = there.value;
    return true;
  }
  const QualType reference = machine_.context_.getLValueReferenceType(operand->getType());
  result_.value = Value::pointer(machine_.referred(operand, reference, there.value, there.place));
  return true;
}

bool Machine::Operators::dereference(const UnaryOperator* expr) {
  Value pointer;
  if (!machine_.eval(expr->getSubExpr(), pointer)) return false;
  if (pointer.is(Value::Kind::Function) || pointer.is(Value::Kind::Opaque)) {
    result_.value = pointer;
    return true;
  }
  result_.place = machine_.pointee(expr, pointer);
  return result_.place != nullptr;
}

/// ++operand, operand--
bool Machine::Operators::step(const UnaryOperator* expr) {
  const Expr* operand = expr->getSubExpr();
  Location* at = nullptr;
  if (!machine_.written_place(operand, at)) return false;
  const Value old = machine_.as_signed_as(operand->getType(), at->value());
  Value value;
  if (!machine_.arithmetic(expr, expr->isIncrementOp() ? BO_Add : BO_Sub, old, Value::integer(1),
                           expr->getType(), value) ||
      !store(expr, operand, at, value))
    return false;
  if (expr->isPrefix())
    result_.place = at;
  else
    result_.value = old;
  return true;
}

bool Machine::Operators::logical_not(const UnaryOperator* expr) {
  Value operand;
  if (!machine_.eval(expr->getSubExpr(), operand)) return false;
  if (operand.is_node() &&
      (machine_.in_rule_ || machine_.in_kept_check_ || is_flag(*operand.node()))) {
    result_.value = Value::node(
        machine_.graph_.emit(expr, Opcode::CallFunction, "operator.not_", {operand.node()}));
    return true;
  }
  if (is_unknown(operand)) {
    result_.value = machine_.unknown_condition(expr->getSubExpr(), operand);
    return true;
  }
  bool value = false;
  if (!machine_.truth(expr->getSubExpr(), operand, value, "the operand of '!'")) return false;
  result_.value = Value::boolean(!value);
  return true;
}

bool Machine::unary(const UnaryOperator* expr, Result& result) {
  Operators operators(*this, result);
  switch (expr->getOpcode()) {
  case UO_AddrOf: return operators.address_of(expr->getSubExpr());
  case UO_Deref: return operators.dereference(expr);
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec: return operators.step(expr);
  case UO_LNot: return operators.logical_not(expr);
  case UO_Plus: return eval(expr->getSubExpr(), result.value);
  case UO_Minus:
  case UO_Not: {
    Value operand;
    return eval(expr->getSubExpr(), operand) && sign_or_bits(expr, operand, result.value);
  }
  case UO_Extension: return eval(expr->getSubExpr(), result);
  default: return report_.unsupported(expr);
  }
}

} // namespace fx::frontend
