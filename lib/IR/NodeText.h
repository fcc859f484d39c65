// The line of a node in the two dialects; they share everything but how an argument is written.
#pragma once

#include "fx/IR/Graph.h"

#include <string>

namespace fx {

enum class Dialect { TorchFx, Lossless };

/// An argument inside args or kwargs: torch.fx's _format_arg, or its lossless variant.
std::string format_argument(const Argument& argument, Dialect dialect);
/// The node's line without indentation; "return ..." for the output node.
std::string format_node(const Node& node, Dialect dialect);

} // namespace fx
