// How many bytes the values of a graph take (torch.fx: passes/graph_manipulation.py).
#pragma once

#include "fx/Runtime/GraphModule.h"

#include <unordered_map>

namespace fx {

/// torch.fx's size_bytes.
struct NodeSize {
  int64_t output_size = 0; // of the tensors in the value
  int64_t total_size = 0;  // and of the parameters of the module that is called
  friend bool operator==(const NodeSize&, const NodeSize&) = default;
};

/// Of one node, by the shapes that ShapeProp noted. A value without tensors (a number) takes
/// nothing, one with several what they take together. Parameters count in their own type, buffers
/// do not, as in torch.fx. RuntimeError: nothing is noted of a value that may be a tensor.
NodeSize get_size_of_node(const GraphModule& module, const Node& node);

/// Of all nodes but the output. With `inputs` ShapeProp runs first.
std::unordered_map<const Node*, NodeSize> get_size_of_all_nodes(const GraphModule& module);
std::unordered_map<const Node*, NodeSize> get_size_of_all_nodes(const GraphModule& module,
                                                                const Args& inputs);

} // namespace fx
