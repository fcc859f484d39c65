// Python for single nodes of a graph, as torch.fx's print_readable has it: for a reader.
#pragma once

#include "fx/IR/TracedModule.h"

#include <string>
#include <unordered_map>

namespace fx {

/// By node of a graph of `module`, what Python writes for it: "relu = torch.relu(x)". Inputs have
/// none, nor have buffers, which stand where they are used. C++ functions that Python has not are
/// called by their names.
std::unordered_map<const Node*, std::string> python_statements(const TracedModule& module,
                                                               const Graph& graph);

} // namespace fx
