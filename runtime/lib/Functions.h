// Calls of functions that the program registered.
#pragma once

#include "Call.h"

namespace fx::runtime {

/// Null: none of the node's target.
std::unique_ptr<const Call> make_function_call(const Node& node);

} // namespace fx::runtime
