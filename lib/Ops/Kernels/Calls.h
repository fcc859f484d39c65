// Calling LibTorch's operators and functions, and Python's, by the names that stand in graphs.
#pragma once

#include "Plugin.h"

#include "fx/IR/Node.h"

namespace fx::ops::kernels {

/// Calls what a call_function or call_method of LibTorch or of Python names, at a place.
/// `arguments` are those of the node, in its order. Throws Unknown when the target is none of
/// LibTorch's or no overload takes these arguments, Refused when LibTorch does.
Example call(const Plugin& plugin, const Node& node, const Examples& arguments, FxPlace place);

/// The function that "torch.nn.init.NAME" names, on the arguments of a node: it returns the tensor
/// that it wrote to. Throws Unknown for a name or arguments that C++ does not have.
Example call_init_function(const Plugin& plugin, const LibTorch& libtorch, std::string_view name,
                           const Examples& arguments);

} // namespace fx::ops::kernels
