// Taking parts of a graph into modules of their own, and back (torch.fx: split_module,
// split_by_tags, CapabilityBasedPartitioner, fuse_by_partitions, _inline_module).
#pragma once

#include "fx/Analysis/Aliasing.h"
#include "fx/Support/Error.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fx {

/// A group of nodes that became a module.
struct OutlinedPart {
  std::string path;         // of the new module: "submod_0"
  Node* call = nullptr;     // the call_module in the forward graph
  std::vector<Node*> nodes; // what it was made of, in its own graph
};

/// Moves each group of calls of the forward graph into the graph of a module `PREFIX<number>`; all
/// else stays. Values that a group takes from outside are its inputs, named as they were; values
/// used outside are its results: one as it is, several as a tuple, none as None. Parameters stay
/// where they are and are passed on; modules that a group calls stay too, the new module has
/// aliases of them, so that the keys of the state do not change. Meta and names are kept.
///
/// Groups are computed one after the other, as a whole: the order of two that write to the same
/// memory, or draw random numbers, stays. Error: a group depends on itself through another one or
/// through a node outside, a node is in two groups, is no call of this graph, or was erased.
/// Linear but for a logarithm; `aliasing` must be that of the forward graph as it is. `graph`:
/// which forward graph; null: GraphModule::graph.
Expected<std::vector<OutlinedPart>> outline(GraphModule& model, const AliasAnalysis& aliasing,
                                            const std::vector<std::vector<Node*>>& groups,
                                            const std::string& prefix, Graph* graph = nullptr);

/// torch.fx's split_module: every call goes to the module of its partition, `submod_<partition>`.
Expected<std::vector<OutlinedPart>>
split_module(GraphModule& model, const AliasAnalysis& aliasing,
             const std::function<int64_t(const Node&)>& partition_of,
             const std::string& prefix = "submod_", Graph* graph = nullptr);

/// torch.fx's CapabilityBasedPartitioner: groups of supported calls, each of which can be a module.
/// Two supported calls are in one group when no path between unsupported ones separates them from
/// the inputs by different numbers of steps. Deterministic, linear.
struct PartitionOptions {
  std::function<bool(const Node&)> is_supported;
  /// Calls that are not worth a module of their own (views): groups of these alone are dropped.
  std::function<bool(const Node&)> is_compute;
  bool allow_single_node = false;
};
std::vector<std::vector<Node*>> propose_partitions(const Graph& graph,
                                                   const AliasAnalysis& aliasing,
                                                   const PartitionOptions& options);

/// Puts the graph of every graph module into the place of its calls, in all forward graphs. Returns
/// how many calls there were. The modules stay, for remove-unused-modules.
size_t inline_modules(GraphModule& model);

} // namespace fx
