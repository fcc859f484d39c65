// The checks that a trace for concrete arguments leaves in the graph.
#pragma once

#include "Call.h"

namespace fx::runtime {

/// torch._assert, operator.is_ and operator.is_not; null for other nodes.
std::unique_ptr<const Call> make_check_call(const Node& node);

} // namespace fx::runtime
