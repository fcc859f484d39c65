// The operators that a program calls, as they run.
#pragma once

#include "fx/Runtime/Value.h"

#include <functional>

namespace fx::runtime {

/// Runs `program` as usual, and shows the tuple of the results of each operator that it calls;
/// those that operators call are not seen.
Value observe_operators(const std::function<Value()>& program,
                        const std::function<void(const Value&)>& observer);

} // namespace fx::runtime
