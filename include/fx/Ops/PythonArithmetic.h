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

} // namespace fx::ops
