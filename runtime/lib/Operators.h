// Calling LibTorch's operators, and Python's, by the names that stand in graphs.
#pragma once

#include "Example.h"

#include "fx/IR/Node.h"

namespace fx::runtime {

/// Calls what a call_function or call_method of LibTorch or of Python names. `arguments` are those
/// of the node, in its order. Factories and arguments that name a device use `device`. Throws
/// Unknown when the target is none of LibTorch's or no overload takes these arguments, c10::Error
/// when the operator refuses them.
Example call_operator(const Node& node, const Examples& arguments, c10::Device device);

} // namespace fx::runtime
