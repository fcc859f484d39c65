// Functions of the program's own that a graph may call by name: what torch.fx finds by importing
// them.
#pragma once

#include "fx/Runtime/Value.h"

#include <functional>
#include <string>

namespace fx {

/// Takes the operands of a call_function node.
using Function = std::function<Value(const Args& args, const Kwargs& kwargs)>;

/// From now on call_function nodes with this target call `function`, in all graphs of the process.
/// A second function of the same name replaces the first. Thread-safe.
void register_function(const std::string& target, Function function);

} // namespace fx
