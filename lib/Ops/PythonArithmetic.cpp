#include "fx/Ops/PythonArithmetic.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <unordered_map>

namespace fx::ops {

namespace {

using Kind = Argument::Kind;
using Result = std::optional<Argument>;
using Operands = std::span<const Argument>;

bool is_integer(const Argument& value) {
  return value.is(Kind::Int) || value.is(Kind::Bool);
}
bool is_number(const Argument& value) {
  return is_integer(value) || value.is(Kind::Float);
}
int64_t integer(const Argument& value) {
  return value.is(Kind::Bool) ? int64_t(value.as_bool()) : value.as_int();
}
double real(const Argument& value) {
  return value.is(Kind::Float) ? value.as_float() : static_cast<double>(integer(value));
}
/// Beyond 2^53 an int is no float: CPython compares and divides such exactly.
bool is_exact(const Argument& value) {
  constexpr int64_t limit = int64_t(1) << 53;
  return value.is(Kind::Float) || (integer(value) <= limit && integer(value) >= -limit);
}

Result truth(Operands x) {
  const Argument& value = x[0];
  if (is_number(value)) return Argument(real(value) != 0);
  if (value.is_none()) return Argument(false);
  if (value.is(Kind::String)) return Argument(!value.symbol().empty());
  if (value.is_sequence() || value.is(Kind::Dict)) return Argument(!value.items().empty());
  return std::nullopt;
}

Result add(Operands x) {
  if (x[0].is(Kind::String) && x[1].is(Kind::String))
    return Argument::string(x[0].symbol().str() + x[1].symbol().str());
  if (x[0].is_sequence() && x[0].kind() == x[1].kind()) {
    std::vector<Argument> items(x[0].items().begin(), x[0].items().end());
    items.insert(items.end(), x[1].items().begin(), x[1].items().end());
    return x[0].rebuild(std::move(items));
  }
  if (!is_number(x[0]) || !is_number(x[1])) return std::nullopt;
  if (!is_integer(x[0]) || !is_integer(x[1])) return Argument(real(x[0]) + real(x[1]));
  int64_t sum = 0;
  if (__builtin_add_overflow(integer(x[0]), integer(x[1]), &sum)) return std::nullopt;
  return Argument(sum);
}

Result subtract(Operands x) {
  if (!is_number(x[0]) || !is_number(x[1])) return std::nullopt;
  if (!is_integer(x[0]) || !is_integer(x[1])) return Argument(real(x[0]) - real(x[1]));
  int64_t difference = 0;
  if (__builtin_sub_overflow(integer(x[0]), integer(x[1]), &difference)) return std::nullopt;
  return Argument(difference);
}

Result multiply(Operands x) {
  if (!is_number(x[0]) || !is_number(x[1])) return std::nullopt;
  if (!is_integer(x[0]) || !is_integer(x[1])) return Argument(real(x[0]) * real(x[1]));
  int64_t product = 0;
  if (__builtin_mul_overflow(integer(x[0]), integer(x[1]), &product)) return std::nullopt;
  return Argument(product);
}

Result divide(Operands x) {
  if (!is_number(x[0]) || !is_number(x[1]) || real(x[1]) == 0 || !is_exact(x[0]) || !is_exact(x[1]))
    return std::nullopt;
  return Argument(real(x[0]) / real(x[1]));
}

/// Rounded towards minus infinity; the remainder has the sign of the divisor.
Result floor_divide(Operands x) {
  if (!is_integer(x[0]) || !is_integer(x[1])) return std::nullopt;
  const int64_t a = integer(x[0]), b = integer(x[1]);
  if (b == 0 || (a == INT64_MIN && b == -1)) return std::nullopt;
  return Argument(a / b - ((a % b != 0 && (a % b < 0) != (b < 0)) ? 1 : 0));
}

Result modulo(Operands x) {
  if (!is_integer(x[0]) || !is_integer(x[1])) return std::nullopt;
  const int64_t a = integer(x[0]), b = integer(x[1]);
  if (b == 0 || (a == INT64_MIN && b == -1)) return std::nullopt;
  const int64_t rest = a % b;
  return Argument(rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest);
}

Result negate(Operands x) {
  if (x[0].is(Kind::Float)) return Argument(-x[0].as_float());
  if (!is_integer(x[0]) || integer(x[0]) == INT64_MIN) return std::nullopt;
  return Argument(-integer(x[0]));
}

Result positive(Operands x) {
  if (x[0].is(Kind::Float)) return x[0];
  return is_integer(x[0]) ? Result(integer(x[0])) : std::nullopt;
}

Result absolute(Operands x) {
  if (x[0].is(Kind::Float)) return Argument(std::abs(x[0].as_float()));
  if (!is_integer(x[0]) || integer(x[0]) == INT64_MIN) return std::nullopt;
  return Argument(std::abs(integer(x[0])));
}

Result power(Operands x) {
  if (!is_integer(x[0]) || !is_integer(x[1]) || integer(x[1]) < 0) return std::nullopt;
  int64_t result = 1, base = integer(x[0]);
  for (auto left = static_cast<uint64_t>(integer(x[1])); left != 0; left >>= 1) {
    if ((left & 1) != 0 && __builtin_mul_overflow(result, base, &result)) return std::nullopt;
    if (left > 1 && __builtin_mul_overflow(base, base, &base)) return std::nullopt;
  }
  return Argument(result);
}

Result logical_not(Operands x) {
  const Result value = truth(x);
  return value ? Result(!value->as_bool()) : std::nullopt;
}

/// -1, 0, 1; nothing for values that have no order among each other, and NaN.
std::optional<int> compare(const Argument& a, const Argument& b) {
  if (is_number(a) && is_number(b)) {
    if (is_integer(a) && is_integer(b))
      return integer(a) < integer(b) ? -1 : integer(a) > integer(b) ? 1 : 0;
    if (!is_exact(a) || !is_exact(b) || std::isnan(real(a)) || std::isnan(real(b)))
      return std::nullopt;
    return real(a) < real(b) ? -1 : real(a) > real(b) ? 1 : 0;
  }
  if (a.is(Kind::String) && b.is(Kind::String)) {
    const int order = a.symbol().view().compare(b.symbol().view());
    return order < 0 ? -1 : order > 0 ? 1 : 0;
  }
  // The first parts that differ decide, then the length.
  if (a.is_sequence() && a.kind() == b.kind()) {
    const size_t common = std::min(a.items().size(), b.items().size());
    for (size_t i = 0; i < common; ++i)
      if (const std::optional<int> order = compare(a.items()[i], b.items()[i]); order != 0)
        return order;
    return a.items().size() < b.items().size() ? -1 : a.items().size() > b.items().size() ? 1 : 0;
  }
  return std::nullopt;
}

template <class Relation>
Result compared(Operands x) {
  const std::optional<int> order = compare(x[0], x[1]);
  return order ? Result(Relation()(*order, 0)) : std::nullopt;
}
/// Types of elements, layouts and memory formats are equal or not, and have no order.
bool is_name(const Argument& argument) {
  return argument.is(Kind::Dtype) || argument.is(Kind::Layout) || argument.is(Kind::MemoryFormat);
}
template <class Relation>
Result equality(Operands x) {
  if (is_name(x[0]) && x[0].kind() == x[1].kind())
    return Argument(Relation()(x[0].symbol(), x[1].symbol()));
  return compared<Relation>(x);
}
constexpr auto* equal = equality<std::equal_to<>>;
constexpr auto* unequal = equality<std::not_equal_to<>>;
constexpr auto* less = compared<std::less<>>;
constexpr auto* less_or_equal = compared<std::less_equal<>>;
constexpr auto* greater = compared<std::greater<>>;
constexpr auto* greater_or_equal = compared<std::greater_equal<>>;

/// sequence[start:stop:step], with a step that is positive.
Result slice_of(const Argument& sequence, Operands bounds) {
  const auto items = sequence.items();
  const auto size = static_cast<int64_t>(items.size());
  for (const Argument& bound : bounds)
    if (!bound.is_none() && !is_integer(bound)) return std::nullopt;
  const auto place = [&](const Argument& bound, int64_t otherwise) {
    if (bound.is_none()) return otherwise;
    const int64_t at = integer(bound) < 0 ? integer(bound) + size : integer(bound);
    return std::clamp<int64_t>(at, 0, size);
  };
  int64_t step = bounds[2].is_none() ? 1 : integer(bounds[2]);
  if (step < 1) return std::nullopt;
  step = std::min(step, size + 1);
  std::vector<Argument> kept;
  for (int64_t at = place(bounds[0], 0), stop = place(bounds[1], size); at < stop; at += step)
    kept.push_back(items[static_cast<size_t>(at)]);
  return sequence.rebuild(std::move(kept));
}

Result get_item(Operands x) {
  if (x[0].is(Kind::Dict)) {
    // Of equal keys the last counts, and numbers are equal across their kinds: {1: 2, True: 3}.
    // Other kinds are left to Python where it is not one and the same value.
    for (size_t i = x[0].items().size(); i >= 2; i -= 2) {
      const Argument& key = x[0].items()[i - 2];
      if (is_number(key) && is_number(x[1])) {
        const std::optional<int> order = compare(key, x[1]);
        if (!order) return std::nullopt;
        if (*order == 0) return x[0].items()[i - 1];
        continue;
      }
      if (key == x[1]) return x[0].items()[i - 1];
      if (!key.is(Kind::String) && !is_number(key)) return std::nullopt;
    }
    return std::nullopt;
  }
  if (!x[0].is_sequence()) return std::nullopt;
  const auto items = x[0].items();
  if (x[1].is(Kind::Slice)) return slice_of(x[0], x[1].items());
  if (!is_integer(x[1])) return std::nullopt;
  const std::optional<size_t> at = python_index(integer(x[1]), items.size());
  return at ? std::optional(items[*at]) : std::nullopt;
}

Result length(Operands x) {
  if (x[0].is_sequence()) return Argument(static_cast<int64_t>(x[0].items().size()));
  // Of a dict the keys may be equal.
  return std::nullopt;
}

Result to_int(Operands x) {
  if (is_integer(x[0])) return Argument(integer(x[0]));
  if (!x[0].is(Kind::Float) || !(std::abs(x[0].as_float()) < 9e18)) return std::nullopt;
  return Argument(static_cast<int64_t>(x[0].as_float()));
}

Result to_float(Operands x) {
  return is_number(x[0]) && is_exact(x[0]) ? Result(real(x[0])) : std::nullopt;
}

/// The first of the extreme ones, as Python's min and max give it.
template <int Sign>
Result extreme(Operands x) {
  if (x.size() == 1) {
    if (!x[0].is_sequence()) return std::nullopt;
    x = x[0].items();
  }
  if (x.empty()) return std::nullopt;
  const Argument* best = &x[0];
  for (const Argument& item : x) {
    const std::optional<int> order = compare(item, *best);
    if (!order) return std::nullopt;
    if (*order * Sign > 0) best = &item;
  }
  return *best;
}
constexpr auto* largest = extreme<1>;
constexpr auto* smallest = extreme<-1>;

/// Bit by bit; of two booleans a boolean.
template <int64_t (*Combine)(int64_t, int64_t)>
Result bitwise(Operands x) {
  if (!is_integer(x[0]) || !is_integer(x[1])) return std::nullopt;
  const int64_t bits = Combine(integer(x[0]), integer(x[1]));
  return x[0].is(Kind::Bool) && x[1].is(Kind::Bool) ? Argument(bits != 0) : Argument(bits);
}

/// Two's complement, of booleans too: ~True is -2.
Result invert(Operands x) {
  return is_integer(x[0]) ? Result(~integer(x[0])) : std::nullopt;
}

/// Python raises for negative counts, and has integers of any size.
bool can_shift(Operands x) {
  return is_integer(x[0]) && is_integer(x[1]) && integer(x[1]) >= 0 && integer(x[1]) < 63;
}
Result shift_left(Operands x) {
  if (!can_shift(x)) return std::nullopt;
  int64_t product = 0;
  if (__builtin_mul_overflow(integer(x[0]), int64_t(1) << integer(x[1]), &product))
    return std::nullopt;
  return Argument(product);
}
Result shift_right(Operands x) {
  return can_shift(x) ? Result(integer(x[0]) >> integer(x[1])) : std::nullopt;
}

/// What stands for an integer.
Result as_index(Operands x) {
  return is_integer(x[0]) ? Result(integer(x[0])) : std::nullopt;
}

int64_t bits_of_both(int64_t a, int64_t b) {
  return a & b;
}
int64_t bits_of_either(int64_t a, int64_t b) {
  return a | b;
}
int64_t bits_of_one(int64_t a, int64_t b) {
  return a ^ b;
}

/// A function of math. CPython raises where the result of numbers is none, or is infinite; what it
/// makes of infinities and of what is no number differs from function to function.
template <auto Function, size_t Count>
Result computed(Operands x) {
  for (const Argument& operand : x)
    if (!is_number(operand) || !is_exact(operand) || !std::isfinite(real(operand)))
      return std::nullopt;
  double result = 0;
  if constexpr (Count == 1)
    result = Function(real(x[0]));
  else
    result = Function(real(x[0]), real(x[1]));
  return std::isfinite(result) ? Result(result) : std::nullopt;
}

template <auto Round>
Result rounded(Operands x) {
  if (is_integer(x[0])) return Argument(integer(x[0]));
  if (!x[0].is(Kind::Float)) return std::nullopt;
  const double value = Round(x[0].as_float());
  return std::abs(value) < 9e18 ? Result(static_cast<int64_t>(value)) : std::nullopt;
}

constexpr auto* round_down = rounded<[](double value) { return std::floor(value); }>;
constexpr auto* round_up = rounded<[](double value) { return std::ceil(value); }>;
constexpr auto* round_to_zero = rounded<[](double value) { return std::trunc(value); }>;

#define FX_FOLD(FUNCTION) Folding(FUNCTION)
#define FX_FOLD_1(FUNCTION) Folding(FUNCTION).taking(1)
#define FX_FOLD_2(FUNCTION) Folding(FUNCTION).taking(2)
#define FX_NONE(WHY) Folding::none(WHY)
#define FX_NOT_OF_LITERALS FX_NONE("it acts on tensors, or on how they are computed")
/// The function of std that has the name of the row.
#define FX_STD Folding(computed<standard, operands>)

struct Row {
  std::string_view target;
  Folding folding;
};

constexpr Row rows[] = {
#define FX_OPERATOR(NAME, PYTHON, CPP, OPERANDS, FUNCTION, TENSORS, FOLDING)                       \
  {"operator." NAME, (FOLDING).taking(OPERANDS)},
#include "Operators.def"
#define FX_PYTHON_FUNCTION(TARGET, EFFECT, CPP, TORCHSCRIPT, FOLDING) {TARGET, FOLDING},
#include "PythonFunctions.def"
#define FX_STANDARD(NAME, TARGET, OPERANDS, FOLDING)                                               \
  {TARGET, [] {                                                                                    \
     [[maybe_unused]] constexpr auto standard = [](auto... x) { return std::NAME(x...); };         \
     [[maybe_unused]] constexpr size_t operands = OPERANDS;                                        \
     return (FOLDING).taking(OPERANDS);                                                            \
   }()},
#define FX_MATH_1(NAME, NAMES, TARGET, RESULT, FOLDING, TORCHSCRIPT)                               \
  FX_STANDARD(NAME, TARGET, 1, FOLDING)
#define FX_MATH_2(NAME, NAMES, TARGET, RESULT, FOLDING, TORCHSCRIPT)                               \
  FX_STANDARD(NAME, TARGET, 2, FOLDING)
#include "fx/Ops/MathFunctions.def"
};

} // namespace

std::optional<size_t> python_index(int64_t index, size_t count) {
  const int64_t at = index < 0 ? index + static_cast<int64_t>(count) : index;
  return at >= 0 && at < static_cast<int64_t>(count) ? std::optional(static_cast<size_t>(at))
                                                     : std::nullopt;
}

const Folding* find_folding(std::string_view target) {
  static const auto table = [] {
    std::unordered_map<std::string_view, const Folding*> found;
    for (const Row& row : rows) // an operator before a function of its name
      found.try_emplace(row.target, &row.folding);
    return found;
  }();
  const auto found = table.find(target);
  return found == table.end() ? nullptr : found->second;
}

Result python_call(std::string_view target, Operands operands) {
  const Folding* folding = find_folding(target);
  return folding == nullptr ? std::nullopt : folding->compute(operands);
}

} // namespace fx::ops
