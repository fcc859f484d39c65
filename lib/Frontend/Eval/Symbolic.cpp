#include "Frontend/Eval/Symbolic.h"

#include "fx/Analysis/Types.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// What sizes and integers from elsewhere are taken not to exceed where a wider type is narrowed to
/// int. Types of 8 and 16 bits do not hold it.
constexpr double ordinary = (1 << 17) - 1;
/// What a number of elements is taken not to exceed there.
constexpr double ordinary_product = 1 << 24;
/// Above it a float does not hold every integer.
constexpr double exact_in_single = 1 << 24;
constexpr double two_to_63 = 9223372036854775808.0;
/// How far an unsigned number of 64 bits is taken to count up in all calls together, and in one.
constexpr double counted = 281474976710656.0; // 2^48
constexpr double counted_in_a_call = 4294967296.0;
/// Signed arithmetic that overflows by this factor does so for small sizes, too.
constexpr double hopeless = 1 << 13;

bool is_single(const ASTContext& context, QualType type) {
  return type->isRealFloatingType() && context.getTypeSize(type) == 32;
}

bool is_unsigned_64(const ASTContext& context, QualType type) {
  return type->isUnsignedIntegerOrEnumerationType() && context.getIntWidth(type) == 64;
}

double as_number(const Value& value) {
  if (value.is(Value::Kind::Int) && !value.is_signed() && value.width() == 64)
    return static_cast<double>(static_cast<uint64_t>(value.as_int()));
  return value.as_double();
}

/// The smallest 2^n - 1 that is not below `value`.
double all_bits(double value) {
  return value <= 0 ? 0 : std::exp2(std::floor(std::log2(value)) + 1) - 1;
}

/// A constant of few bits: sums and products of these with sizes are exact in single precision.
bool is_short(double value) {
  return std::abs(value) <= 65536 && value * 256 == std::floor(value * 256);
}

/// Whether one size of one tensor was asked for twice.
bool is_same_size(const Node& left, const Node& right) {
  return left.is_call_method("size") && right.is_call_method("size") &&
         std::ranges::equal(left.args(), right.args());
}

bool is_power_of_two(double value) {
  int exponent = 0;
  return value != 0 && std::abs(std::frexp(value, &exponent)) == 0.5;
}

} // namespace

SymbolicNumbers::Bounds SymbolicNumbers::limits(QualType type) const {
  if (type->isBooleanType()) return {0, 1};
  const double bits = std::exp2(context_.getIntWidth(type));
  if (type->isSignedIntegerOrEnumerationType()) return {-bits / 2, bits / 2 - 1};
  return {0, bits - 1};
}

std::optional<SymbolicNumbers::Bounds>
SymbolicNumbers::bounds_from_outside(const Node& node, QualType type, unsigned depth) const {
  if (const auto known = wide_.find(&node); known != wide_.end()) return known->second;
  if (depth > 32) return std::nullopt;
  // An item of a tensor, an argument of forward, and what is in one.
  const Node* source = &node;
  if (node.is_call_function("builtins.int") && node.arg(0).is_node())
    source = node.arg(0).as_node();
  const bool is_item = source->is_call_method("item");
  while (!is_item &&
         (source->is_call_function("operator.getitem") ||
          source->is_call_function("builtins.getattr")) &&
         source->arg(0).is_node())
    source = source->arg(0).as_node();
  const bool is_argument =
      source->op() == Opcode::Placeholder && !input_type(*source).is(ValueType::Kind::Tensor);
  if (is_item || is_argument) {
    Bounds any = limits(type);
    any.low = std::max(any.low, -two_to_63 + 1024);
    any.high = std::min(any.high, two_to_63 - 1024);
    any.any = true;
    return any;
  }
  if (node.is_call_function("builtins.max") || node.is_call_function("builtins.min") ||
      node.is_call_function("builtins.abs"))
    for (const Node* input : node.all_input_nodes())
      if (const auto wide = bounds_from_outside(*input, type, depth + 1)) return wide;
  return std::nullopt;
}

SymbolicNumbers::Bounds SymbolicNumbers::bounds(const Value& value, QualType type,
                                                From from) const {
  if (value.is_number()) return {as_number(value), as_number(value)};
  if (!value.is_node()) return {-ordinary, ordinary};
  const bool wraps = type->isUnsignedIntegerOrEnumerationType() && context_.getIntWidth(type) == 32;
  if (from == From::Anywhere || wraps)
    if (std::optional<Bounds> wide = bounds_from_outside(*value.node(), type)) {
      if (value.non_negative()) wide->low = std::max(wide->low, 0.0);
      return *wide;
    }
  if (const auto known = bounds_.find(value.node()); known != bounds_.end()) return known->second;
  const bool is_product =
      value.node()->is_call_method("numel") || value.node()->is_call_method("nelement");
  Bounds result{value.non_negative() ? 0 : -ordinary, is_product ? ordinary_product : ordinary};
  if (type->isIntegralOrEnumerationType()) {
    const Bounds of_type = limits(type);
    result.low = std::max(result.low, of_type.low);
    result.high = std::min(result.high, of_type.high);
  }
  return result;
}

void SymbolicNumbers::note_left(const Node* number, QualType type, bool non_negative) {
  if (type->isRealFloatingType()) {
    // The graph rounds where the number is kept, C++ at each step.
    if (is_single(context_, type)) rounded_.insert(number);
    return;
  }
  Bounds known = limits(type);
  known.any = true;
  if (is_unsigned_64(context_, type)) known.high = counted;
  if (type->isSignedIntegerOrEnumerationType() && context_.getIntWidth(type) >= 32) {
    if (context_.getIntWidth(type) == 64) known.high = two_to_63 - 1024;
    known.low = -known.high; // to negate the lowest number overflows
  }
  if (non_negative) known.low = 0;
  bounds_[number] = known;
}

bool SymbolicNumbers::may_be_left(const Value& value, QualType type, bool non_negative) const {
  if (type->isRealFloatingType() || type->isBooleanType()) return true;
  const Bounds left = bounds(value, type);
  if (is_unsigned_64(context_, type))
    return left.low >= 0 && left.high <= counted + counted_in_a_call;
  return !non_negative || left.low >= 0;
}

Value SymbolicNumbers::emit(const Expr* where, std::string_view target, const Value& left,
                            int64_t right, bool non_negative) {
  return Value::node(
      graph_.emit(where, Opcode::CallFunction, target, {Argument(left.node()), Argument(right)}),
      non_negative);
}

bool SymbolicNumbers::wrap(const Expr* where, QualType type, Bounds exact, Value& value) {
  const Bounds of_type = limits(type);
  if (exact.low >= of_type.low && exact.high <= of_type.high) {
    bounds_[value.node()] = exact;
    if (exact.low >= 0 && !value.non_negative()) value = Value::node(value.node(), true);
    return true;
  }
  const unsigned width = context_.getIntWidth(type);
  const bool is_signed = type->isSignedIntegerOrEnumerationType();
  if (std::max(-exact.low, exact.high) >= two_to_63)
    return report_.error(where, diag::may_exceed_64_bits, type.getAsString());
  if (width == 64) {
    // The same number modulo 2^64: where that is not enough is looked at where it is used.
    bounds_[value.node()] = exact;
    value = Value::node(value.node(), exact.low >= 0);
    return true;
  }
  value = emit(where, "operator.and_", value, (int64_t{1} << width) - 1, true);
  if (is_signed) {
    const int64_t sign = int64_t{1} << (width - 1);
    value = emit(where, "operator.xor", value, sign, true);
    value = emit(where, "operator.sub", value, sign, false);
  }
  bounds_[value.node()] = of_type;
  return true;
}

bool SymbolicNumbers::to_integer(const Expr* where, QualType from, QualType to, Value& value) {
  // The type of a number decides what LibTorch makes of it: true is no 1 to torch::full.
  const bool was_bool = from->isBooleanType();
  if (was_bool || to->isBooleanType()) {
    if (was_bool == to->isBooleanType()) return true;
    value = Value::node(graph_.emit(where, Opcode::CallFunction,
                                    was_bool ? "builtins.int" : "builtins.bool",
                                    {Argument(value.node())}),
                        true);
    bounds_[value.node()] = {0, 1};
    return true;
  }
  if (context_.getIntWidth(to) > 64)
    return report_.unsupported(where, missing::integer_wider_than_64_bits);
  // What sizes do not reach a number from outside may: what is left of that is as large as can be.
  const Bounds wide = bounds(value, from, From::Anywhere);
  if (context_.getIntWidth(to) == 64 ||
      (wide.low >= limits(to).low && wide.high <= limits(to).high))
    return wrap(where, to, bounds(value, from), value);
  if (!wrap(where, to, wide, value)) return false;
  bounds_[value.node()].any = true;
  return true;
}

bool SymbolicNumbers::to_floating(const Expr* where, QualType from, QualType to, Value& value) {
  const Bounds known = bounds(value, from);
  if (is_unsigned_64(context_, from) && known.low < 0)
    return report_.error(where, diag::may_have_wrapped);
  const bool rounds = is_single(context_, to) && std::max(-known.low, known.high) > exact_in_single;
  make_floating(where, to, value);
  if (rounds)
    round_to_single(where, value);
  else
    bounds_[value.node()] = known;
  return true;
}

void SymbolicNumbers::round_to_single(const Expr* where, Value& value) {
  // Python's numbers are doubles: a tensor rounds.
  Node* tensor = graph_.emit(where, Opcode::CallFunction, "torch.tensor", {Argument(value.node())},
                             {{Symbol("dtype"), Argument::dtype("float32")}});
  Node* number = graph_.emit(where, Opcode::CallMethod, "item", {Argument(tensor)});
  number->set_meta(meta::cpp_type, std::string("double"));
  value = Value::node(number, value.non_negative());
}

void SymbolicNumbers::widen(const Expr* where, Value& value) {
  const Node* node = value.node();
  // What an integer of ordinary size becomes is exact.
  const bool is_large = is_conversion(value) && bounds_.contains(node) &&
                        std::max(-bounds_.at(node).low, bounds_.at(node).high) >= exact_in_single;
  if (!is_large && !rounded_.contains(node) && !quotients_.contains(node)) return;
  // A double holds enough of one operation on floats to round the result rightly, not of several.
  const bool is_right = is_large || quotients_.contains(node) || once_.contains(node);
  round_to_single(where, value);
  if (!is_right) rounded_.insert(value.node());
}

void SymbolicNumbers::make_floating(const Expr* where, QualType type, Value& value) {
  if (!type->isRealFloatingType()) return;
  // The type of a number decides what LibTorch makes of it, the dtype of x * n: a conversion is a
  // node. One that nothing uses in the end goes away.
  value = Value::node(
      graph_.emit(where, Opcode::CallFunction, "builtins.float", {Argument(value.node())}),
      value.non_negative());
}

bool SymbolicNumbers::of_scalar(const Expr* where, QualType to, Value& value) {
  if (to->isRealFloatingType()) {
    make_floating(where, to, value);
    if (is_single(context_, to)) round_to_single(where, value);
    return context_.getTypeSize(to) >= 32 || report_.unsupported(where);
  }
  if (!to->isIntegerType())
    return report_.unsupported(where, missing::number_of_a_scalar, to.getAsString());
  // A cut of a number that was computed in another precision may give another integer.
  if (!to->isBooleanType() && depends_on_rounding(value.node(), false, 0))
    return cut(where, context_.FloatTy, to, value);
  return of_item(where, to, value);
}

bool SymbolicNumbers::of_item(const Expr* where, QualType to, Value& value) {
  value = Value::node(graph_.emit(where, Opcode::CallFunction,
                                  to->isBooleanType() ? "builtins.bool" : "builtins.int",
                                  {Argument(value.node())}),
                      to->isBooleanType());
  const unsigned width = context_.getIntWidth(to);
  if (to->isBooleanType() || !to->isUnsignedIntegerType() || width > 32) return true;
  // LibTorch takes numbers below zero modulo 2^width, and refuses what is too large or too small.
  const auto range = static_cast<double>((int64_t{1} << width) - 1);
  return wrap(where, to, {-range, range}, value);
}

bool SymbolicNumbers::is_conversion(const Value& value) const {
  return value.is_node() && value.node()->is_call_function("builtins.float") &&
         value.node()->arg(0).is_node() && !rounded_.contains(value.node());
}

Value SymbolicNumbers::unconverted(const Value& value) const {
  return is_conversion(value) ? Value::node(value.node()->arg(0).as_node(), value.non_negative())
                              : value;
}

void SymbolicNumbers::spare_conversions(BinaryOperatorKind op, QualType type, Value& left,
                                        Value& right) const {
  if (!type->isRealFloatingType()) return;
  if (op == BO_Div || BinaryOperator::isComparisonOp(op)) {
    left = unconverted(left);
    right = unconverted(right);
    return;
  }
  // Of a float and another number Python computes a float, too. One of two integers stays a float.
  if (right.is(Value::Kind::Float) || (right.is_node() && !is_conversion(right)))
    left = unconverted(left);
  else
    right = unconverted(right);
}

void SymbolicNumbers::to_single(const Value& value) {
  if (exact_.contains(value.node()) || bounds_.contains(value.node())) return;
  rounded_.insert(value.node());
  once_.insert(value.node());
}

bool SymbolicNumbers::is_exact(const Value& value) const {
  if (value.is_number()) return is_short(value.as_double());
  return !rounded_.contains(value.node()) && !quotients_.contains(value.node()) &&
         (bounds_.contains(value.node()) || exact_.contains(value.node()));
}

void SymbolicNumbers::finish_single(BinaryOperatorKind op, const Value& left, const Value& right,
                                    const Value& value) {
  const bool scaled = (op == BO_Mul || op == BO_Div) && right.is_number()
                          ? is_power_of_two(right.as_double())
                          : op == BO_Mul && left.is_number() && is_power_of_two(left.as_double());
  const Value& other = right.is_number() ? left : right;
  if (scaled && (is_exact(other) || (other.is_node() && quotients_.contains(other.node()))))
    (is_exact(other) ? exact_ : rounded_).insert(value.node());
  else if (op != BO_Div && is_exact(left) && is_exact(right))
    exact_.insert(value.node());
  else if (op == BO_Div && is_exact(left) && is_exact(right))
    quotients_.insert(value.node());
  else {
    rounded_.insert(value.node());
    if (is_float(left) && is_float(right)) once_.insert(value.node());
  }
}

bool SymbolicNumbers::is_float(const Value& value) const {
  return value.is_number() ||
         (!rounded_.contains(value.node()) && !quotients_.contains(value.node()));
}

bool SymbolicNumbers::depends_on_rounding(const Node* node, bool computed, unsigned depth) const {
  if (rounded_.contains(node) || (computed && quotients_.contains(node))) return true;
  const std::string_view target = node->target();
  if (node->op() != Opcode::CallFunction || depth > 32 ||
      !(target.starts_with("operator.") || target.starts_with("math.") ||
        target.starts_with("builtins.")) ||
      target == "operator.getitem" || target == "builtins.getattr")
    return false;
  const bool cuts = target == "math.floor" || target == "math.ceil" || target == "math.trunc" ||
                    target == "builtins.int";
  const bool converts = target == "builtins.float";
  return llvm::any_of(node->all_input_nodes(), [&](const Node* input) {
    return depends_on_rounding(input, computed || !(cuts || converts), depth + 1);
  });
}

bool SymbolicNumbers::cut(const Expr* where, QualType from, QualType to, Value& value) {
  const std::string_view target = value.node()->target();
  // A function of <cmath> rounds its result to a float as well; roots of squares are exact.
  const bool rounds = is_single(context_, from) && target.starts_with("math.") &&
                      target != "math.floor" && target != "math.ceil" && target != "math.trunc" &&
                      target != "math.sqrt";
  if (rounds || depends_on_rounding(value.node(), false, 0))
    return report_.error(where, diag::cut_in_single_precision);
  const bool non_negative = value.non_negative();
  value = Value::node(graph_.emit(where, Opcode::CallFunction, "builtins.int",
                                  {Argument(unconverted(value).node())}),
                      non_negative);
  // What the type does not hold is undefined. Machines cut to 32 bits first.
  Bounds exact = bounds(value, context_.LongLongTy);
  if (context_.getIntWidth(to) >= 32) {
    exact.low = std::max(exact.low, limits(to).low);
    if (to->isUnsignedIntegerOrEnumerationType()) value = Value::node(value.node(), true);
  }
  return wrap(where, to, exact, value);
}

bool SymbolicNumbers::divide(const Expr* where, BinaryOperatorKind op, const Value& left,
                             const Value& right, QualType type, Value& value) {
  constexpr double exact_in_double = 9007199254740992.0;
  if (!left.is_node() || !right.is(Value::Kind::Int) || right.as_int() <= 0) return false;
  const Bounds known = bounds(left, type, From::Anywhere);
  if (std::max(-known.low, known.high) <= exact_in_double) return false;
  // What is rounded down of n + d - 1 is n / d where n is negative.
  const int64_t divisor = right.as_int();
  Value quotient = left;
  if (divisor > 1) {
    const Value is_negative = emit(where, "operator.lt", left, 0, true);
    Value offset = Value::node(
        graph_.emit(where, Opcode::CallFunction, "builtins.int", {Argument(is_negative.node())}));
    if (divisor > 2) offset = emit(where, "operator.mul", offset, divisor - 1, true);
    Node* shifted = graph_.emit(where, Opcode::CallFunction, "operator.add",
                                {Argument(left.node()), Argument(offset.node())});
    quotient = emit(where, "operator.floordiv", Value::node(shifted), divisor, false);
  }
  value = quotient;
  if (op == BO_Div) return true;
  const Value multiple =
      divisor == 1 ? quotient : emit(where, "operator.mul", quotient, divisor, false);
  value = Value::node(graph_.emit(where, Opcode::CallFunction, "operator.sub",
                                  {Argument(left.node()), Argument(multiple.node())}));
  return true;
}

bool SymbolicNumbers::needs_sign(BinaryOperatorKind op, QualType type) const {
  const bool asks = op == BO_Div || op == BO_Rem || op == BO_Shr || op == BO_LT || op == BO_GT ||
                    op == BO_LE || op == BO_GE;
  return asks && type->isIntegralOrEnumerationType() && is_unsigned_64(context_, type);
}

SymbolicNumbers::Bounds SymbolicNumbers::result_bounds(BinaryOperatorKind op, const Value& left,
                                                       const Value& right, QualType operands,
                                                       QualType type, From from) const {
  const Bounds a = bounds(left, operands, from);
  const Bounds b = bounds(right, operands, from);
  const double most = std::max(-a.low, a.high);
  const bool both_positive = a.low >= 0 && b.low >= 0;
  const auto hull = [](std::initializer_list<double> values) {
    return Bounds{std::min(values), std::max(values)};
  };
  switch (op) {
  case BO_Add: return {a.low + b.low, a.high + b.high, a.squared || b.squared};
  case BO_Sub: return {a.low - b.high, a.high - b.low, a.squared || b.squared};
  case BO_Mul: {
    Bounds result = hull({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
    if (!left.is_node() || !right.is_node()) return result;
    result.squared = a.squared || b.squared || left.node() == right.node();
    const bool cubed = (a.squared || b.squared) && result.squared;
    if (from == From::Anywhere && is_same_size(*left.node(), *right.node())) result.squared = true;
    if (from == From::Anywhere && (result.squared || a.any || b.any)) return result;
    if (cubed || type->isUnsignedIntegerOrEnumerationType()) return result;
    const double cap = std::max({most, b.high, -b.low, ordinary_product});
    return {std::max(result.low, -cap), std::min(result.high, cap), result.squared};
  }
  case BO_Div: {
    const double least = right.is_number() ? std::max(1.0, std::abs(as_number(right))) : 1;
    if (both_positive) return {0, std::floor(a.high / least)};
    return {-std::floor(most / least), std::floor(most / least)};
  }
  case BO_Rem: {
    const double rest = std::max(std::max(-b.low, b.high) - 1, 0.0);
    return {a.low >= 0 ? 0 : std::max(a.low, -rest), std::min(std::max(a.high, 0.0), rest)};
  }
  case BO_Shl:
    if (!right.is_number()) return limits(type);
    return {std::ldexp(a.low, static_cast<int>(right.as_int())),
            std::ldexp(a.high, static_cast<int>(right.as_int()))};
  case BO_Shr: return {std::min(a.low, 0.0), std::max(a.high, 0.0)};
  case BO_And:
    if (both_positive) return {0, std::min(a.high, b.high)};
    if (a.low >= 0 || b.low >= 0) return {0, a.low >= 0 ? a.high : b.high};
    break;
  case BO_Or:
  case BO_Xor:
    if (both_positive) return {0, all_bits(std::max(a.high, b.high))};
    break;
  default: return {0, 1};
  }
  const double bits = all_bits(std::max({most, -b.low, b.high}));
  return {-bits - 1, bits};
}

bool SymbolicNumbers::finish(const Expr* where, BinaryOperatorKind op, const Value& left,
                             const Value& right, QualType operands, QualType type, Value& value) {
  if (!value.is_node()) return true;
  if (is_single(context_, type)) {
    finish_single(op, left, right, value);
    return true;
  }
  if (!type->isIntegralOrEnumerationType() || !operands->isIntegralOrEnumerationType()) return true;
  if (BinaryOperator::isComparisonOp(op)) {
    bounds_[value.node()] = {0, 1};
    return true;
  }
  Bounds exact = result_bounds(op, left, right, operands, type);
  const Bounds of_type = limits(type);
  if (type->isSignedIntegerOrEnumerationType() && context_.getIntWidth(type) >= 32) {
    exact.any = bounds(left, operands).any || bounds(right, operands).any;
    // A program that overflows has no meaning: only what surely does is looked for.
    if (!exact.any && (exact.low < of_type.low * hopeless || exact.high > of_type.high * hopeless))
      return report_.error(where, diag::may_overflow, type.getAsString());
    exact.low = std::max(exact.low, of_type.low);
    exact.high = std::min(exact.high, of_type.high);
    if (context_.getIntWidth(type) == 64) {
      // The largest double below the limit.
      exact.low = std::max(exact.low, -two_to_63 + 1024);
      exact.high = std::min(exact.high, two_to_63 - 1024);
    }
  }
  if (!wrap(where, type, exact, value)) return false;
  if (context_.getIntWidth(type) == 64 && value.is_node())
    note_wide(type, result_bounds(op, left, right, operands, type, From::Anywhere), value);
  return true;
}

void SymbolicNumbers::note_wide(QualType type, Bounds wide, const Value& value) {
  constexpr double two_to_31 = 2147483648.0;
  if (wide.low >= -two_to_31 && wide.high < two_to_31) return;
  const Bounds of_type = limits(type);
  wide.low = std::max({wide.low, of_type.low, -two_to_63 + 1024});
  wide.high = std::min({wide.high, of_type.high, two_to_63 - 1024});
  wide_[value.node()] = wide;
}

bool SymbolicNumbers::finish(const Expr* where, UnaryOperatorKind op, const Value& operand,
                             QualType type, Value& value) {
  if (is_single(context_, type)) {
    (is_exact(operand) ? exact_ : rounded_).insert(value.node());
    return true;
  }
  if (!type->isIntegralOrEnumerationType()) return true;
  const Bounds known = bounds(operand, type);
  const double one = op == UO_Not ? 1 : 0;
  if (!wrap(where, type, {-known.high - one, -known.low - one, known.squared}, value)) return false;
  const Bounds wide = bounds(operand, type, From::Anywhere);
  if (context_.getIntWidth(type) == 64)
    note_wide(type, {-wide.high - one, -wide.low - one, wide.squared, wide.any}, value);
  return true;
}

} // namespace fx::frontend
