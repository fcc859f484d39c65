// What Python computes from literals.
#pragma once

#include "fx/IR/Argument.h"

#include <optional>
#include <span>
#include <string_view>

namespace fx::ops {

/// The value of a call of Python's operator, builtins or math with literal operands, as CPython
/// gives it; nothing when it would raise, does not fit 64 bits, or the function is not known.
/// Operands may hold nodes where they are not looked into: getitem((%a, %b), 0) is %a.
std::optional<Argument> python_call(std::string_view target, std::span<const Argument> operands);

/// Which of `count` items Python means by an index, which counts from the end when it is negative;
/// nothing when there is none.
std::optional<size_t> python_index(int64_t index, size_t count);

/// How python_call() computes one function, or why it does not.
class Folding {
public:
  using Function = std::optional<Argument> (*)(std::span<const Argument>);

  constexpr explicit Folding(Function function) : function_(function) {}
  static constexpr Folding none(std::string_view why) {
    Folding folding(nullptr);
    folding.why_not_ = why;
    return folding;
  }
  /// The same for that many operands alone; without this any number will do.
  constexpr Folding taking(size_t operands) const {
    Folding folding = *this;
    folding.operands_ = operands;
    return folding;
  }

  std::optional<Argument> compute(std::span<const Argument> operands) const {
    if (function_ == nullptr || (operands_ != 0 && operands_ != operands.size()))
      return std::nullopt;
    return function_(operands);
  }
  constexpr bool exists() const { return function_ != nullptr; }
  /// A clause; empty when it exists.
  constexpr std::string_view why_not() const { return why_not_; }

private:
  Function function_;
  size_t operands_ = 0;
  std::string_view why_not_;
};

/// The row of a function: folding columns of Operators.def, PythonFunctions.def and
/// MathFunctions.def. Null for a target that none of them has.
const Folding* find_folding(std::string_view target);

} // namespace fx::ops
