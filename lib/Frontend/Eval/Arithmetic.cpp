// Arithmetic of the language's own, on numbers, pointers and iterators; symbolic numbers become
// nodes.
#include "Frontend/Eval/Machine.h"

#include "fx/Ops/Spelling.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

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
  if (!left.is_object() || !right.is_object()) return std::nullopt;
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

/// "'n'", or "an operand" where it has no name.
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
  return names.empty() ? "an operand" : names;
}

/// Whether an operand of a built-in operator is a pointer.
bool is_on_pointers(const Expr* expr) {
  if (const auto* op = dyn_cast<BinaryOperator>(expr))
    return op->getLHS()->getType()->isPointerType() || op->getRHS()->getType()->isPointerType();
  return isa<UnaryOperator>(expr) && expr->getType()->isPointerType();
}

/// The type in which the operands of an expression are.
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

/// What operators of one and of two values have in common.
class Machine::Arithmetic {
public:
  Arithmetic(Machine& machine, const Expr* expr, QualType type, Value& value)
      : machine_(machine), context_(machine.context_), graph_(machine.graph_),
        report_(machine.report_), symbolic_(machine.symbolic_), expr_(expr), type_(type),
        value_(value) {}

  /// -operand, ~operand
  bool sign_or_bits(UnaryOperatorKind op, const Value& operand);

protected:
  bool operator_node(std::string_view token, llvm::ArrayRef<Value> operands, bool non_negative);
  bool has_overflow() const;
  bool report_overflow() const;

  Machine& machine_;
  ASTContext& context_;
  GraphBuilder& graph_;
  Reporter& report_;
  SymbolicNumbers& symbolic_;
  const Expr* expr_;
  QualType type_; // of the result
  Value& value_;
};

bool Machine::Arithmetic::operator_node(std::string_view token, llvm::ArrayRef<Value> operands,
                                        bool non_negative) {
  const ops::OperatorSpelling* spelling =
      ops::find_cpp_operator(token, static_cast<int>(operands.size()));
  if (spelling == nullptr) return report_.error(expr_, diag::symbolic_operator, token);
  std::vector<Argument> args;
  for (const Value& operand : operands) {
    Argument argument;
    if (!graph_.lower(expr_, operand, argument)) return false;
    args.push_back(argument);
  }
  value_ = Value::node(graph_.emit(expr_, Opcode::CallFunction, spelling->target, std::move(args)),
                       non_negative);
  return true;
}

/// Whether arithmetic in the type of the result is undefined where that does not fit into it.
bool Machine::Arithmetic::has_overflow() const {
  // Narrower numbers are computed as int, and cut behind that.
  return type_->isSignedIntegerType() && !context_.getLangOpts().isSignedOverflowDefined() &&
         context_.getIntWidth(type_) >= context_.getIntWidth(context_.IntTy);
}

bool Machine::Arithmetic::report_overflow() const {
  return report_.error(expr_, diag::signed_overflow, machine_.type_name(type_));
}

bool Machine::Arithmetic::sign_or_bits(UnaryOperatorKind op, const Value& operand) {
  const bool minus = op == UO_Minus;
  if (operand.is(Value::Kind::Opaque)) {
    value_ = operand;
    return true;
  }
  if (operand.is_node())
    return operator_node(minus ? "-" : "~", {operand}, false) &&
           symbolic_.finish(expr_, op, operand, type_, value_);
  if (operand.is(Value::Kind::Float) && minus) {
    value_ = operand.is_rounded() ? Value::rounded(-operand.as_double())
                                  : *Value::extended(-operand.as_extended());
    return true;
  }
  if (!operand.is(Value::Kind::Int)) return report_.unsupported(expr_);
  if (minus && has_overflow() &&
      overflows(BO_Sub, 0, operand.as_int(), context_.getIntWidth(type_)))
    return report_overflow();
  const auto bits = static_cast<uint64_t>(operand.as_int());
  value_ = Value::integer(static_cast<int64_t>(minus ? 0 - bits : ~bits));
  return machine_.convert(expr_, type_, value_);
}

/// One operator and two values.
class Machine::BinaryArithmetic : Arithmetic {
public:
  BinaryArithmetic(Machine& machine, const Expr* expr, BinaryOperatorKind op, const Value& left,
                   const Value& right, QualType type, Value& value)
      : Arithmetic(machine, expr, type, value), op_(op), left_(left), right_(right) {}

  bool run();

private:
  // Nothing: these are other operands.
  std::optional<bool> try_unknown();
  std::optional<bool> try_optional();
  std::optional<bool> try_pointers();
  std::optional<bool> try_dtype();
  bool with_node();
  bool concretize_signs(QualType operands, Value& left, Value& right);
  bool symbolic(const Value& left, const Value& right, QualType operands);
  bool truncated(const Value& left, const Value& right);
  bool floor_divided(const Value& left, const Value& right);
  bool known();
  bool is_defined() const;
  bool compute(std::optional<Value>& result) const;
  bool report_no_result() const;

  bool is_equality() const { return op_ == BO_EQ || op_ == BO_NE; }
  bool are(Value::Kind kind) const { return left_.is(kind) && right_.is(kind); }

  BinaryOperatorKind op_;
  const Value& left_;
  const Value& right_;
};

bool Machine::BinaryArithmetic::run() {
  if (const std::optional<bool> done = try_unknown()) return *done;
  if (const std::optional<bool> done = try_optional()) return *done;
  if (const std::optional<bool> done = try_pointers()) return *done;
  if (const std::optional<bool> done = try_dtype()) return *done;
  return left_.is_node() || right_.is_node() ? with_node() : known();
}

std::optional<bool> Machine::BinaryArithmetic::try_unknown() {
  for (const Value* operand : {&left_, &right_})
    if (operand->is(Value::Kind::Opaque)) {
      value_ = *operand;
      return true;
    }
  return std::nullopt;
}

/// An optional that holds a value.
std::optional<bool> Machine::BinaryArithmetic::try_optional() {
  if (!(left_.is_node() && right_.is(Value::Kind::None)) &&
      !(right_.is_node() && left_.is(Value::Kind::None)))
    return std::nullopt;
  if (!is_equality()) return report_.unsupported(expr_, missing::comparison_with_nothing);
  report_.optional_taken_as_given(expr_->getExprLoc(), left_.is_node() ? left_ : right_);
  value_ = Value::boolean(op_ == BO_NE);
  return true;
}

std::optional<bool> Machine::BinaryArithmetic::try_pointers() {
  if (!is_on_pointers(expr_)) return std::nullopt;
  bool applies = false;
  if (!machine_.pointer_operation(expr_, op_, left_, right_, value_, applies)) return false;
  return applies ? std::optional(true) : std::nullopt;
}

/// x.dtype() == torch::kFloat
std::optional<bool> Machine::BinaryArithmetic::try_dtype() {
  if (!is_equality() || left_.is_node() == right_.is_node() ||
      !(is_dtype(left_) || is_dtype(right_)))
    return std::nullopt;
  const Value& asked = left_.is_node() ? left_ : right_;
  const Value& dtype = left_.is_node() ? right_ : left_;
  if (const std::optional<bool> same = has_dtype(*asked.node(), dtype.argument())) {
    report_.remark(expr_->getExprLoc(), diag::dtype_of_an_example);
    value_ = Value::boolean(*same == (op_ == BO_EQ));
    return true;
  }
  value_ = Value::node(graph_.emit(expr_, Opcode::CallFunction,
                                   op_ == BO_EQ ? "operator.eq" : "operator.ne",
                                   {Argument(asked.node()), dtype.argument()}));
  return true;
}

/// Of a number that only a run of the model knows.
bool Machine::BinaryArithmetic::with_node() {
  if (is_equality() && left_.is(Value::Kind::String) != right_.is(Value::Kind::String)) {
    // A text that is a parameter: --input tells it.
    const Value& text = left_.is_node() ? right_ : left_;
    Value known = left_.is_node() ? left_ : right_;
    machine_.oracle_.concretize(expr_, known);
    if (!known.is(Value::Kind::String))
      return report_.not_known(expr_, known, "this comparison of texts");
    value_ = Value::boolean((known.text() == text.text()) == (op_ == BO_EQ));
    return true;
  }
  const bool sizes = is_equality() && (left_.is_object() || right_.is_object());
  if (!sizes &&
      (!(left_.is_node() || left_.is_number()) || !(right_.is_node() || right_.is_number())))
    return report_.unsupported(expr_, missing::operation_on_a_symbolic_number);
  const QualType operands = type_of_operands(expr_, type_);
  if (!symbolic_.needs_sign(op_, operands)) return symbolic(left_, right_, operands);
  Value first = left_;
  Value second = right_;
  if (!concretize_signs(operands, first, second)) return false;
  if (value_.is(Value::Kind::Opaque)) return true;
  if (!first.is_node() && !second.is_node())
    return machine_.arithmetic(expr_, op_, first, second, type_, value_);
  return symbolic(first, second, operands);
}

/// Makes the signs of unsigned operands known where the operator asks for them.
bool Machine::BinaryArithmetic::concretize_signs(QualType operands, Value& left, Value& right) {
  for (Value* operand : {&left, &right}) {
    if (symbolic_.is_surely_positive(*operand, operands) || (op_ == BO_Shr && operand == &right))
      continue;
    Value known = *operand;
    machine_.oracle_.concretize(expr_, known);
    if (known.is(Value::Kind::Int)) {
      if (known.as_int() < 0) *operand = Value::integer(known.as_int(), 64, false);
      continue;
    }
    constexpr const char* what = "an unsigned number may have wrapped round below zero here, which "
                                 "a graph cannot say";
    if (!BinaryOperator::isComparisonOp(op_))
      return report_.error(expr_, diag::may_wrap_below_zero);
    value_ = Value::opaque(expr_->getExprLoc(), what);
    return true;
  }
  return true;
}

bool Machine::BinaryArithmetic::symbolic(const Value& left, const Value& right, QualType operands) {
  const bool is_unsigned = operands->isUnsignedIntegerOrEnumerationType();
  const bool both = is_unsigned || (is_non_negative(left) && is_non_negative(right));
  const bool keeps_sign = op_ == BO_Add || op_ == BO_Mul || op_ == BO_Div || op_ == BO_Rem;
  if ((op_ == BO_Div || op_ == BO_Rem) && type_->isIntegralOrEnumerationType() && !both) {
    // C++ truncates, Python floors: they agree only where nothing is negative.
    if (!symbolic_.divide(expr_, op_, left, right, operands, value_) && !truncated(left, right))
      return false;
  } else if (op_ == BO_Div && type_->isIntegralOrEnumerationType()) {
    if (!floor_divided(left, right)) return false;
  } else {
    Value a = left;
    Value b = right;
    symbolic_.spare_conversions(op_, operands, a, b);
    if (!operator_node(BinaryOperator::getOpcodeStr(op_).str(), {a, b}, both && keeps_sign))
      return false;
  }
  return symbolic_.finish(expr_, op_, left, right, operands, type_, value_);
}

/// Division of integers that may be negative: C++ rounds towards zero, as Python's int() does, and
/// % takes the sign of the left side, as math.fmod does.
bool Machine::BinaryArithmetic::truncated(const Value& left, const Value& right) {
  Argument a;
  Argument b;
  if (!graph_.lower(expr_, left, a) || !graph_.lower(expr_, right, b)) return false;
  Node* quotient = graph_.emit(expr_, Opcode::CallFunction,
                               op_ == BO_Div ? "operator.truediv" : "math.fmod", {a, b});
  value_ =
      Value::node(graph_.emit(expr_, Opcode::CallFunction, "builtins.int", {Argument(quotient)}));
  return true;
}

/// The same of two that are not.
bool Machine::BinaryArithmetic::floor_divided(const Value& left, const Value& right) {
  Argument a;
  Argument b;
  if (!graph_.lower(expr_, left, a) || !graph_.lower(expr_, right, b)) return false;
  value_ = Value::node(graph_.emit(expr_, Opcode::CallFunction, "operator.floordiv", {a, b}), true);
  return true;
}

bool Machine::BinaryArithmetic::known() {
  if (!is_defined()) return false;
  std::optional<Value> result;
  if (!compute(result)) return false;
  if (!result && is_equality())
    if (const std::optional<bool> equal = known_equal(left_, right_))
      result = Value::boolean(*equal == (op_ == BO_EQ));
  if (!result) return report_no_result();
  value_ = *result;
  return machine_.convert(expr_, type_, value_);
}

/// False, with an error, for a shift too far and for what does not fit into its type.
bool Machine::BinaryArithmetic::is_defined() const {
  if (!are(Value::Kind::Int)) return true;
  if ((op_ == BO_Shl || op_ == BO_Shr) && type_->isIntegralOrEnumerationType()) {
    const auto width = static_cast<int64_t>(context_.getIntWidth(type_));
    if (right_.as_int() < 0 || right_.as_int() >= width)
      return report_.error(expr_, diag::shift_out_of_range, right_.as_int(), width);
  }
  if (has_overflow() &&
      overflows(op_, left_.as_int(), right_.as_int(), context_.getIntWidth(type_)))
    return report_overflow();
  return true;
}

/// Nothing in `result`: the operator has no result for these values.
bool Machine::BinaryArithmetic::compute(std::optional<Value>& result) const {
  if (are(Value::Kind::Int)) {
    result = int_arithmetic(op_, left_.as_int(), right_.as_int(), left_.is_signed());
    return true;
  }
  if (!left_.is_number() || !right_.is_number()) {
    result = pointer_arithmetic(op_, left_, right_);
    return true;
  }
  const QualType operands = type_of_operands(expr_, type_);
  if (!machine_.is_extended(operands)) {
    result = float_arithmetic(op_, left_.as_double(), right_.as_double());
    return true;
  }
  // In a type wider than long double a result may be exact only where a double holds it.
  const bool wider =
      &context_.getFloatTypeSemantics(operands) != &llvm::APFloat::x87DoubleExtended();
  if (!left_.is_rounded() && !right_.is_rounded())
    result = extended_arithmetic(op_, left_.as_extended(), right_.as_extended());
  if (!result || (wider && result->is_extended()))
    return report_.unsupported(expr_, missing::inexact_long_double);
  return true;
}

bool Machine::BinaryArithmetic::report_no_result() const {
  if (op_ == BO_Div || op_ == BO_Rem) return report_.error(expr_, diag::division_by_zero);
  if (left_.is(Value::Kind::Uninitialized) || right_.is(Value::Kind::Uninitialized))
    return report_.error(expr_, diag::operands_never_initialised, uninitialized_operand(expr_));
  return report_.unsupported(expr_, missing::operator_on_these_values,
                             BinaryOperator::getOpcodeStr(op_).str());
}

bool Machine::arithmetic(const Expr* expr, BinaryOperatorKind op, const Value& left,
                         const Value& right, QualType type, Value& value) {
  return BinaryArithmetic(*this, expr, op, left, right, type, value).run();
}

bool Machine::sign_or_bits(const UnaryOperator* expr, const Value& operand, Value& value) {
  return Arithmetic(*this, expr, expr->getType(), value).sign_or_bits(expr->getOpcode(), operand);
}

} // namespace fx::frontend
