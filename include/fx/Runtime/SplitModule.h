// Parts of a live graph become modules (torch.fx: passes/split_module.py, split_utils.py,
// fuser_utils.py and experimental/optimization.py).
//
//     fx::GraphModule halves = fx::split_module(traced, [&](const fx::Node& node) {
//       return first.contains(&node) ? 0 : 1; });
//     torch::Tensor y = halves->forward(x); // computes submod_0, then submod_1
//
// The module that is split stays as it is. The result holds what it holds, shared with it, and a
// GraphModule for each part. Parts use its modules without registering them, so that the state
// keeps its keys: train(), eval() and to() are called on the whole, not on a part. The graph that
// is split is that of the mode in which the module is (GraphModule::current_graph), and that mode
// is the result's where the other has another graph.
#pragma once

#include "fx/Passes/OperatorSupport.h"
#include "fx/Runtime/GraphModule.h"

#include <functional>
#include <string>
#include <vector>

namespace fx {

/// What the modules of a live module are called: "torch::nn::Linear", "Block", a GraphModule by its
/// class_name(). The module must outlive it.
Submodules submodules_of(const GraphModule& module);

/// Calls that become a module, and its name.
struct NamedNodes {
  std::string name;
  std::vector<Node*> nodes; // of current_graph()
};

/// Every call goes to the module `<prefix><partition>` (split_module). RuntimeError: the parts
/// cannot be computed one after the other, and which.
GraphModule split_module(const GraphModule& module,
                         const std::function<int64_t(const Node&)>& partition_of,
                         const std::string& prefix = "submod_");
/// Each group becomes a module, all else stays (split_by_tags, fuse_by_partitions). RuntimeError:
/// as above, or a node is no call, in two groups, or of another graph.
GraphModule fuse_by_partitions(const GraphModule& module, const std::vector<NamedNodes>& groups);

/// A module of copies of `nodes` that takes `inputs` and returns the list of `outputs`; it holds
/// what its nodes use, shared with `module` (extract_subgraph). RuntimeError: what
/// fx/Passes/ExtractSubgraph.h refuses.
GraphModule extract_subgraph(const GraphModule& module, const std::vector<Node*>& nodes,
                             const std::vector<Node*>& inputs, const std::vector<Node*>& outputs);

} // namespace fx
