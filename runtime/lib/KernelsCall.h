// Calls that go the way of the tools' examples (lib/Ops/Kernels): Python's functions, members of
// tensors, functions of torch::nn::functional. What they mean stands there, once.
#pragma once

#include "Call.h"

namespace fx::runtime {

/// Any call_function or call_method that lib/Ops/Kernels knows.
std::unique_ptr<const Call> make_kernels_call(const Node& node);

} // namespace fx::runtime
