// Operators that take tensors and numbers alone, called as C++ calls them: without a stack of
// values, from which each argument is taken again. The cheap operators of a graph are of this kind.
#pragma once

#include "Call.h"

#include <ATen/core/dispatch/Dispatcher.h>

#include <memory>

namespace fx::runtime {

/// A call of the operator with its first `operands` parameters, which run() gets in order and as
/// the operator takes them; the others have their defaults. Null: it takes more than tensors and
/// numbers, or gives something else than one tensor.
std::unique_ptr<const Call> make_direct_call(const c10::OperatorHandle& op, size_t operands);

} // namespace fx::runtime
