// Built-in operators on numbers, pointers and iterators; symbolic numbers become nodes.
#include "Frontend/Eval/Machine.h"

#include "fx/Ops/Spelling.h"

#include <cmath>
#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

bool Machine::operator_node(const Expr* expr, std::string_view token,
                            llvm::ArrayRef<Value> operands, bool non_negative, Value& value) {
  const ops::OperatorSpelling* spelling =
      ops::find_cpp_operator(token, static_cast<int>(operands.size()));
  if (spelling == nullptr)
    return report_.error(expr,
                         fmt::format("operator '{}' on a symbolic number has no counterpart in "
                                     "Python's operator module",
                                     token));
  std::vector<Argument> args;
  for (const Value& operand : operands) {
    Argument argument;
    if (!graph_.lower(expr, operand, argument)) return false;
    args.push_back(argument);
  }
  value = Value::node(graph_.emit(expr, Opcode::CallFunction, spelling->target, std::move(args)),
                      non_negative);
  return true;
}

namespace {

/// A number that is true or false in the graph, and no tensor.
bool is_flag(const Node& node) {
  return node.is_call_function("builtins.bool") ||
         (node.is_call_function("operator.not_") && node.arg(0).is_node() &&
          is_flag(*node.arg(0).as_node()));
}

bool is_non_negative(const Value& value) {
  return value.is_node() ? value.non_negative() : value.is_number() && value.as_double() >= 0;
}

template <class T>
std::optional<Value> compare(BinaryOperatorKind op, T left, T right) {
  switch (op) {
  case BO_LT: return Value::boolean(left < right);
  case BO_GT: return Value::boolean(left > right);
  case BO_LE: return Value::boolean(left <= right);
  case BO_GE: return Value::boolean(left >= right);
  case BO_EQ: return Value::boolean(left == right);
  case BO_NE: return Value::boolean(left != right);
  default: return std::nullopt;
  }
}

std::optional<Value> float_arithmetic(BinaryOperatorKind op, double left, double right) {
  switch (op) {
  case BO_Add: return Value::floating(left + right);
  case BO_Sub: return Value::floating(left - right);
  case BO_Mul: return Value::floating(left * right);
  case BO_Div: return Value::floating(left / right);
  default: return compare(op, left, right);
  }
}

/// The same in long double; nothing where a value does not hold the result.
std::optional<Value> extended_arithmetic(BinaryOperatorKind op, long double left,
                                         long double right) {
  long double result = 0;
  switch (op) {
  case BO_Add: result = left + right; break;
  case BO_Sub: result = left - right; break;
  case BO_Mul: result = left * right; break;
  case BO_Div: result = left / right; break;
  default: return compare(op, left, right);
  }
  return Value::extended(result);
}

std::optional<Value> int_arithmetic(BinaryOperatorKind op, int64_t left, int64_t right,
                                    bool is_signed) {
  // Two's complement arithmetic in unsigned never overflows; the caller wraps to the C++ width.
  const auto a = static_cast<uint64_t>(left);
  const auto b = static_cast<uint64_t>(right);
  switch (op) {
  case BO_Add: return Value::integer(static_cast<int64_t>(a + b));
  case BO_Sub: return Value::integer(static_cast<int64_t>(a - b));
  case BO_Mul: return Value::integer(static_cast<int64_t>(a * b));
  case BO_Div:
    if (right == 0 || (is_signed && right == -1 && left == INT64_MIN)) return std::nullopt;
    return Value::integer(is_signed ? left / right : static_cast<int64_t>(a / b));
  case BO_Rem:
    if (right == 0 || (is_signed && right == -1)) {
      if (right == 0) return std::nullopt;
      return Value::integer(0);
    }
    return Value::integer(is_signed ? left % right : static_cast<int64_t>(a % b));
  case BO_Shl:
    if (b > 63) return std::nullopt;
    return Value::integer(static_cast<int64_t>(a << b));
  case BO_Shr:
    if (b > 63) return std::nullopt;
    return Value::integer(is_signed ? left >> b : static_cast<int64_t>(a >> b));
  case BO_And: return Value::integer(left & right);
  case BO_Or: return Value::integer(left | right);
  case BO_Xor: return Value::integer(left ^ right);
  default: return is_signed ? compare(op, left, right) : compare(op, a, b);
  }
}

/// Whether `left op right`, signed integers of so many bits, is a number that these do not hold.
bool overflows(BinaryOperatorKind op, int64_t left, int64_t right, unsigned width) {
  int64_t result = 0;
  bool is_more_than_64_bits = false;
  switch (op) {
  case BO_Add: is_more_than_64_bits = __builtin_add_overflow(left, right, &result); break;
  case BO_Sub: is_more_than_64_bits = __builtin_sub_overflow(left, right, &result); break;
  case BO_Mul: is_more_than_64_bits = __builtin_mul_overflow(left, right, &result); break;
  case BO_Div:
  case BO_Rem: // both in one, and undefined together
    if (right != -1) return false;
    is_more_than_64_bits = __builtin_sub_overflow(0, left, &result);
    break;
  default: return false;
  }
  return is_more_than_64_bits || (width < 64 && (result < -(int64_t{1} << (width - 1)) ||
                                                 result >= int64_t{1} << (width - 1)));
}

/// Equality and distance of pointers, iterators and null.
std::optional<Value> pointer_arithmetic(BinaryOperatorKind op, const Value& left,
                                        const Value& right) {
  using Kind = Value::Kind;
  if (left.is(Kind::Iterator) && right.is(Kind::Iterator)) {
    if (op == BO_Sub) return Value::integer(left.index() - right.index());
    return compare(op, left.index(), right.index());
  }
  if (left.is(Kind::Iterator) && right.is(Kind::Int)) {
    if (op == BO_Add) return left.at(left.index() + right.as_int());
    if (op == BO_Sub) return left.at(left.index() - right.as_int());
  }
  const auto address = [](const Value& value) -> const void* {
    if (value.is(Kind::Pointer)) return value.target();
    if (value.is(Kind::Function)) return value.function()->getCanonicalDecl();
    return nullptr;
  };
  const auto pointer_like = [](const Value& value) {
    return value.is(Kind::Pointer) || value.is(Kind::None) || value.is(Kind::Function);
  };
  if (!pointer_like(left) || !pointer_like(right)) return std::nullopt;
  if (op == BO_EQ) return Value::boolean(address(left) == address(right));
  if (op == BO_NE) return Value::boolean(address(left) != address(right));
  return std::nullopt;
}

/// Equality of whole values: null and optionals, text, constants, lists item by item.
std::optional<bool> known_equal(const Value& left, const Value& right) {
  using Kind = Value::Kind;
  if (left.is(Kind::None) || right.is(Kind::None))
    return left.is(Kind::None) == right.is(Kind::None);
  if (is_unknown(left) || is_unknown(right)) return std::nullopt;
  if (left.is(Kind::Constant) && right.is(Kind::Constant))
    return left.argument() == right.argument();
  if (left.is(Kind::String) && right.is(Kind::String)) return left.text() == right.text();
  if (left.is(Kind::Member) && right.is(Kind::Member))
    return left.member()->getCanonicalDecl() == right.member()->getCanonicalDecl();
  if (left.is(Kind::Function) && right.is(Kind::Function))
    return left.function()->getCanonicalDecl() == right.function()->getCanonicalDecl();
  if (left.is_number() && right.is_number()) return left.as_double() == right.as_double();
  if (!left.is_record() || !right.is_record()) return std::nullopt;
  const auto& a = left.object()->elements;
  const auto& b = right.object()->elements;
  if (left.object()->kind != right.object()->kind ||
      (left.object()->kind != Object::Kind::Sequence && left.object()->kind != Object::Kind::Map))
    return std::nullopt;
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    const std::optional<bool> equal = known_equal(a[i]->value(), b[i]->value());
    if (!equal || !*equal) return equal;
  }
  return true;
}

} // namespace

/// Division of integers that may be negative: C++ rounds towards zero, as Python's int() does, and
/// % takes the sign of the left side, as math.fmod does.
bool Machine::truncated(const Expr* expr, BinaryOperatorKind op, const Value& left,
                        const Value& right, Value& value) {
  Argument a;
  Argument b;
  if (!graph_.lower(expr, left, a) || !graph_.lower(expr, right, b)) return false;
  Node* quotient = graph_.emit(expr, Opcode::CallFunction,
                               op == BO_Div ? "operator.truediv" : "math.fmod", {a, b});
  value =
      Value::node(graph_.emit(expr, Opcode::CallFunction, "builtins.int", {Argument(quotient)}));
  return true;
}

bool Machine::settle_signs(const Expr* expr, BinaryOperatorKind op, QualType type, Value& left,
                           Value& right, Value& value) {
  for (Value* operand : {&left, &right}) {
    if (symbolic_.is_surely_positive(*operand, type) || (op == BO_Shr && operand == &right))
      continue;
    Value known = *operand;
    oracle_.settle(expr, known);
    if (known.is(Value::Kind::Int)) {
      if (known.as_int() < 0) *operand = Value::integer(known.as_int(), 64, false);
      continue;
    }
    constexpr const char* what = "an unsigned number may have wrapped round below zero here, which "
                                 "a graph cannot say";
    if (!BinaryOperator::isComparisonOp(op))
      return report_.error(
          expr, fmt::format("{}: compute it in int64_t, or give an example of the inputs (--input)",
                            what));
    value = Value::opaque(expr->getExprLoc(), what);
    return true;
  }
  return true;
}

bool Machine::symbolic_arithmetic(const Expr* expr, BinaryOperatorKind op, const Value& left,
                                  const Value& right, QualType operands, QualType type,
                                  Value& value) {
  const bool is_unsigned = operands->isUnsignedIntegerOrEnumerationType();
  const bool both = is_unsigned || (is_non_negative(left) && is_non_negative(right));
  const bool keeps_sign = op == BO_Add || op == BO_Mul || op == BO_Div || op == BO_Rem;
  if ((op == BO_Div || op == BO_Rem) && type->isIntegralOrEnumerationType() && !both) {
    // C++ truncates, Python floors: they agree only where nothing is negative.
    if (!symbolic_.divide(expr, op, left, right, operands, value) &&
        !truncated(expr, op, left, right, value))
      return false;
  } else if (op == BO_Div && type->isIntegralOrEnumerationType()) {
    Argument a;
    Argument b;
    if (!graph_.lower(expr, left, a) || !graph_.lower(expr, right, b)) return false;
    value = Value::node(graph_.emit(expr, Opcode::CallFunction, "operator.floordiv", {a, b}), true);
  } else {
    Value a = left;
    Value b = right;
    symbolic_.spare_conversions(op, operands, a, b);
    if (!operator_node(expr, BinaryOperator::getOpcodeStr(op).str(), {a, b}, both && keeps_sign,
                       value))
      return false;
  }
  return symbolic_.finish(expr, op, left, right, operands, type, value);
}

namespace {

/// The type in which the operands of an expression are.
/// "'n' was never initialised"
std::string uninitialized_operand(const Expr* expr) {
  const auto name = [](const Expr* operand) -> std::string {
    operand = operand->IgnoreParenImpCasts();
    if (const auto* variable = dyn_cast<DeclRefExpr>(operand))
      return variable->getDecl()->getNameAsString();
    if (const auto* member = dyn_cast<MemberExpr>(operand))
      return member->getMemberDecl()->getNameAsString();
    return {};
  };
  std::string names;
  if (const auto* op = dyn_cast<BinaryOperator>(expr))
    for (const std::string& one : {name(op->getLHS()), name(op->getRHS())})
      if (!one.empty()) names += fmt::format("{}'{}'", names.empty() ? "" : " or ", one);
  if (const auto* op = dyn_cast<UnaryOperator>(expr); op && !name(op->getSubExpr()).empty())
    names = fmt::format("'{}'", name(op->getSubExpr()));
  return names.empty() ? "an operand was never initialised"
                       : fmt::format("{} was never initialised", names);
}

/// Whether an operand of a built-in operator is a pointer.
bool is_on_pointers(const Expr* expr) {
  if (const auto* op = dyn_cast<BinaryOperator>(expr))
    return op->getLHS()->getType()->isPointerType() || op->getRHS()->getType()->isPointerType();
  return isa<UnaryOperator>(expr) && expr->getType()->isPointerType();
}

QualType type_of_operands(const Expr* expr, QualType type) {
  if (const auto* compound = dyn_cast<CompoundAssignOperator>(expr))
    return compound->getComputationLHSType();
  if (const auto* op = dyn_cast<BinaryOperator>(expr)) return op->getLHS()->getType();
  return type;
}

bool is_dtype(const Value& value) {
  return value.is(Value::Kind::Constant) && value.argument().is(Argument::Kind::Dtype);
}

/// Whether what a node reads is this dtype, by the examples of --input.
std::optional<bool> has_dtype(const Node& node, const Argument& dtype) {
  if (!node.is_call_function("builtins.getattr") || !node.arg(0).is_node()) return std::nullopt;
  const TensorMeta* meta = node.arg(0).as_node()->meta(meta::tensor_meta);
  if (meta == nullptr) return std::nullopt;
  return Argument::dtype(meta->dtype.view()) == dtype;
}

} // namespace

bool Machine::has_overflow(QualType type) const {
  // Narrower numbers are computed as int, and cut behind that.
  return type->isSignedIntegerType() && !context_.getLangOpts().isSignedOverflowDefined() &&
         context_.getIntWidth(type) >= context_.getIntWidth(context_.IntTy);
}

bool Machine::report_overflow(const Expr* where, QualType type) {
  return report_.error(where, fmt::format("this overflows '{}', which is undefined in C++: compute "
                                          "it in a wider type, or in an unsigned one",
                                          type_name(type)));
}

bool Machine::arithmetic(const Expr* expr, BinaryOperatorKind op, const Value& left,
                         const Value& right, QualType type, Value& value) {
  for (const Value* operand : {&left, &right})
    if (operand->is(Value::Kind::Opaque)) {
      value = *operand;
      return true;
    }
  if ((left.is_node() && right.is(Value::Kind::None)) ||
      (right.is_node() && left.is(Value::Kind::None))) {
    // An optional that holds a value.
    if (op != BO_EQ && op != BO_NE)
      return report_.unsupported(expr, "this comparison with nothing");
    report_.optional_taken_as_given(expr->getExprLoc(), left.is_node() ? left : right);
    value = Value::boolean(op == BO_NE);
    return true;
  }
  if (is_on_pointers(expr)) {
    bool applies = false;
    if (!pointer_operation(expr, op, left, right, value, applies)) return false;
    if (applies) return true;
  }
  if ((op == BO_EQ || op == BO_NE) && left.is_node() != right.is_node() &&
      (is_dtype(left) || is_dtype(right))) {
    const Value& asked = left.is_node() ? left : right;
    const Value& dtype = left.is_node() ? right : left;
    if (const std::optional<bool> same = has_dtype(*asked.node(), dtype.argument())) {
      report_.remark(expr->getExprLoc(), "this dtype is known for the inputs of --input, and the "
                                         "graph is the one for that");
      value = Value::boolean(*same == (op == BO_EQ));
      return true;
    }
    value = Value::node(graph_.emit(expr, Opcode::CallFunction,
                                    op == BO_EQ ? "operator.eq" : "operator.ne",
                                    {Argument(asked.node()), dtype.argument()}));
    return true;
  }
  if (left.is_node() || right.is_node()) {
    const bool sizes = (op == BO_EQ || op == BO_NE) && (left.is_record() || right.is_record());
    if (!sizes &&
        (!(left.is_node() || left.is_number()) || !(right.is_node() || right.is_number())))
      return report_.unsupported(expr, "this operation on a symbolic number");
    const QualType operands = type_of_operands(expr, type);
    if (symbolic_.needs_sign(op, operands)) {
      Value first = left;
      Value second = right;
      if (!settle_signs(expr, op, operands, first, second, value)) return false;
      if (value.is(Value::Kind::Opaque)) return true;
      if (!first.is_node() && !second.is_node())
        return arithmetic(expr, op, first, second, type, value);
      return symbolic_arithmetic(expr, op, first, second, operands, type, value);
    }
    return symbolic_arithmetic(expr, op, left, right, operands, type, value);
  }
  if ((op == BO_Shl || op == BO_Shr) && right.is(Value::Kind::Int) && left.is(Value::Kind::Int) &&
      type->isIntegralOrEnumerationType()) {
    const auto width = static_cast<int64_t>(context_.getIntWidth(type));
    if (right.as_int() < 0 || right.as_int() >= width)
      return report_.error(expr, fmt::format("a shift by {} of a number of {} bits is undefined",
                                             right.as_int(), width));
  }
  std::optional<Value> known;
  if (left.is(Value::Kind::Int) && right.is(Value::Kind::Int) && has_overflow(type) &&
      overflows(op, left.as_int(), right.as_int(), context_.getIntWidth(type)))
    return report_overflow(expr, type);
  if (left.is(Value::Kind::Int) && right.is(Value::Kind::Int))
    known = int_arithmetic(op, left.as_int(), right.as_int(), left.is_signed());
  else if (left.is_number() && right.is_number() && is_extended(type_of_operands(expr, type))) {
    // In a type wider than long double a result may be exact only where a double holds it.
    const bool wider = &context_.getFloatTypeSemantics(type_of_operands(expr, type)) !=
                       &llvm::APFloat::x87DoubleExtended();
    if (!left.is_rounded() && !right.is_rounded())
      known = extended_arithmetic(op, left.as_extended(), right.as_extended());
    if (!known || (wider && known->is_extended()))
      return report_.unsupported(expr, "a result in long double that is not known exactly");
  } else if (left.is_number() && right.is_number())
    known = float_arithmetic(op, left.as_double(), right.as_double());
  else
    known = pointer_arithmetic(op, left, right);
  if (!known && (op == BO_EQ || op == BO_NE))
    if (const std::optional<bool> equal = known_equal(left, right))
      known = Value::boolean(*equal == (op == BO_EQ));
  if (!known) {
    if (op == BO_Div || op == BO_Rem) return report_.error(expr, "division by zero");
    if (left.is(Value::Kind::Uninitialized) || right.is(Value::Kind::Uninitialized))
      return report_.error(expr, uninitialized_operand(expr));
    return report_.unsupported(
        expr, fmt::format("operator '{}' on these values", BinaryOperator::getOpcodeStr(op).str()));
  }
  value = *known;
  return convert(expr, type, value);
}

namespace {

/// What is written through the signed or unsigned type beside that of `place` has its sign there.
void keep_sign(const Location* place, Value& value) {
  const Value& there = place->value();
  if (there.is(Value::Kind::Int) && value.is(Value::Kind::Int) && there.width() == value.width() &&
      there.is_signed() != value.is_signed())
    value = Value::integer(value.as_int(), value.width(), there.is_signed());
}

} // namespace

bool Machine::binary(const BinaryOperator* expr, Result& result) {
  switch (expr->getOpcode()) {
  case BO_Cmp: return three_way(expr, result);
  case BO_Comma: {
    Result ignored;
    if (!eval(expr->getLHS(), ignored)) return false;
    own_discarded(expr->getLHS(), ignored);
    return eval(expr->getRHS(), result);
  }
  case BO_LAnd:
  case BO_LOr: {
    const bool is_and = expr->getOpcode() == BO_LAnd;
    const char* what = is_and ? "an operand of '&&'" : "an operand of '||'";
    Value left;
    const Node* last = graph_.last();
    if (!eval(expr->getLHS(), left)) return false;
    if (is_unknown(left)) {
      if (decides(expr->getRHS(), !is_and)) {
        if (is_without_effect(expr->getLHS())) graph_.erase_queries_after(last);
        result.value = Value::boolean(!is_and);
        return true;
      }
      // The condition of a rule is computed once its numbers are bound.
      if ((in_rule_ || in_kept_check_) && left.is_node()) {
        Argument right;
        Value value;
        if (!eval(expr->getRHS(), value) || !graph_.lower(expr->getRHS(), value, right))
          return false;
        result.value = Value::node(graph_.emit(expr, Opcode::CallFunction,
                                               is_and ? "operator.and_" : "operator.or_",
                                               {Argument(left.node()), right}));
        return true;
      }
      // Whether the right side would be evaluated is not known either: only a decision, and what it
      // would change, is an error.
      if (!may_not_matter(expr->getRHS(), expr->getLHS(), expr->getOpcodeStr())) return false;
      result.value = unknown_condition(expr->getLHS(), left);
      return true;
    }
    bool value = false;
    if (!truth(expr->getLHS(), left, value, what)) return false;
    if (value != is_and) {
      result.value = Value::boolean(value);
      return true;
    }
    return eval(expr->getRHS(), result);
  }
  case BO_Assign: {
    // C++17 evaluates the right side first.
    Value value;
    if (!eval(expr->getRHS(), value) || !written_place(expr->getLHS(), result.place)) return false;
    if (!fit_bit_field(expr, expr->getLHS()->getSourceBitField(), value)) return false;
    keep_sign(result.place, value);
    storage_.assign(result.place, storage_.copy(value));
    return true;
  }
  case BO_PtrMemD:
  case BO_PtrMemI: {
    Value object;
    Value pointer;
    if (!eval(expr->getLHS(), object) || !eval(expr->getRHS(), pointer)) return false;
    if (expr->getOpcode() == BO_PtrMemI &&
        (object.is(Value::Kind::Pointer) || object.is(Value::Kind::Iterator))) {
      const Location* target = pointee(expr, object);
      if (target == nullptr) return false;
      object = target->value();
    }
    if (!object.is_record() || !pointer.is(Value::Kind::Member))
      return report_.unsupported(expr, "this pointer to a member");
    result.place = field_place(object.object(), pointer.member());
    return true;
  }
  default: break;
  }
  if (const auto* compound = dyn_cast<CompoundAssignOperator>(expr)) {
    Value right;
    if (!eval(expr->getRHS(), right) || !written_place(expr->getLHS(), result.place)) return false;
    Value left = as_signed_as(expr->getLHS()->getType(), result.place->value());
    Value value;
    const QualType stored = expr->getLHS()->getType();
    if (!convert(expr, stored, compound->getComputationLHSType(), left) ||
        !arithmetic(expr, BinaryOperator::getOpForCompoundAssignment(expr->getOpcode()), left,
                    right, compound->getComputationResultType(), value) ||
        !convert(expr, compound->getComputationResultType(), stored, value))
      return false;
    if (!fit_bit_field(expr, expr->getLHS()->getSourceBitField(), value)) return false;
    keep_sign(result.place, value);
    storage_.write(result.place, value);
    return true;
  }
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
    report_.error(expr,
                  "this writes through a pointer that is not known: what it changes cannot be "
                  "told");
    report_.note(result.value.origin(), std::string(result.value.reason()));
    return false;
  }
  location = result.place ? result.place : storage_.allocate(result.value);
  return true;
}

bool Machine::fit_bit_field(const Expr* where, const FieldDecl* field, Value& value) {
  if (field == nullptr) return true;
  if (!value.is(Value::Kind::Int))
    return report_.unsupported(where, "a symbolic number in a bit-field");
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

bool Machine::unary(const UnaryOperator* expr, Result& result) {
  switch (expr->getOpcode()) {
  case UO_AddrOf: {
    if (const auto* named = dyn_cast<DeclRefExpr>(expr->getSubExpr()->IgnoreParens()))
      if (const auto* field = dyn_cast<FieldDecl>(named->getDecl())) {
        result.value = Value::member(llvm::cast<FieldDecl>(field->getCanonicalDecl()));
        return true;
      }
    bool applies = false;
    if (!address_of_element(expr->getSubExpr(), result, applies)) return false;
    if (applies) return true;
    Result operand;
    if (!eval(expr->getSubExpr(), operand)) return false;
    // A variable that holds a pointer to a function has a place of its own.
    if (operand.value.is(Value::Kind::Function) &&
        expr->getSubExpr()->getType()->isFunctionType()) {
      result.value = operand.value;
      return true;
    }
    const Expr* named = expr->getSubExpr();
    const QualType reference = context_.getLValueReferenceType(named->getType());
    result.value = Value::pointer(referred(named, reference, operand.value, operand.place));
    return true;
  }
  case UO_Deref: {
    Value pointer;
    if (!eval(expr->getSubExpr(), pointer)) return false;
    if (pointer.is(Value::Kind::Function) || pointer.is(Value::Kind::Opaque)) {
      result.value = pointer;
    } else {
      result.place = pointee(expr, pointer);
      if (result.place == nullptr) return false;
    }
    return true;
  }
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec: {
    Location* at = nullptr;
    if (!written_place(expr->getSubExpr(), at)) return false;
    const Value old = as_signed_as(expr->getSubExpr()->getType(), at->value());
    Value value;
    if (!arithmetic(expr, expr->isIncrementOp() ? BO_Add : BO_Sub, old, Value::integer(1),
                    expr->getType(), value))
      return false;
    if (!fit_bit_field(expr, expr->getSubExpr()->getSourceBitField(), value)) return false;
    keep_sign(at, value);
    storage_.write(at, value);
    if (expr->isPrefix())
      result.place = at;
    else
      result.value = old;
    return true;
  }
  case UO_LNot: {
    Value operand;
    if (!eval(expr->getSubExpr(), operand)) return false;
    if (operand.is_node() && (in_rule_ || in_kept_check_ || is_flag(*operand.node()))) {
      result.value =
          Value::node(graph_.emit(expr, Opcode::CallFunction, "operator.not_", {operand.node()}));
      return true;
    }
    if (is_unknown(operand)) {
      result.value = unknown_condition(expr->getSubExpr(), operand);
      return true;
    }
    bool value = false;
    if (!truth(expr->getSubExpr(), operand, value, "the operand of '!'")) return false;
    result.value = Value::boolean(!value);
    return true;
  }
  case UO_Plus: return eval(expr->getSubExpr(), result.value);
  case UO_Minus:
  case UO_Not: {
    Value operand;
    if (!eval(expr->getSubExpr(), operand)) return false;
    const bool minus = expr->getOpcode() == UO_Minus;
    if (operand.is(Value::Kind::Opaque)) {
      result.value = operand;
    } else if (operand.is_node()) {
      return operator_node(expr, minus ? "-" : "~", {operand}, false, result.value) &&
             symbolic_.finish(expr, expr->getOpcode(), operand, expr->getType(), result.value);
    } else if (operand.is(Value::Kind::Float) && minus) {
      result.value = operand.is_rounded() ? Value::rounded(-operand.as_double())
                                          : *Value::extended(-operand.as_extended());
    } else if (operand.is(Value::Kind::Int)) {
      if (minus && has_overflow(expr->getType()) &&
          overflows(BO_Sub, 0, operand.as_int(), context_.getIntWidth(expr->getType())))
        return report_overflow(expr, expr->getType());
      const auto bits = static_cast<uint64_t>(operand.as_int());
      result.value = Value::integer(static_cast<int64_t>(minus ? 0 - bits : ~bits));
      return convert(expr, expr->getType(), result.value);
    } else {
      return report_.unsupported(expr, "this operand");
    }
    return true;
  }
  case UO_Extension: return eval(expr->getSubExpr(), result);
  default: return report_.unsupported(expr);
  }
}

} // namespace fx::frontend
