// Taking parts of a graph into modules of their own (torch.fx: split_module, split_by_tags,
// fuse_by_partitions).
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
/// which forward graph; null: TracedModule::graph.
Expected<std::vector<OutlinedPart>> outline(TracedModule& model, const AliasAnalysis& aliasing,
                                            const std::vector<std::vector<Node*>>& groups,
                                            const std::string& prefix, Graph* graph = nullptr);

/// The same with a name for each group; one that the model has already gets an underscore.
Expected<std::vector<OutlinedPart>> outline_as(TracedModule& model, const AliasAnalysis& aliasing,
                                               const std::vector<std::vector<Node*>>& groups,
                                               const std::vector<std::string>& names,
                                               Graph* graph = nullptr);

/// torch.fx's split_module: every call goes to the module of its partition, `submod_<partition>`.
Expected<std::vector<OutlinedPart>>
split_module(TracedModule& model, const AliasAnalysis& aliasing,
             const std::function<int64_t(const Node&)>& partition_of,
             const std::string& prefix = "submod_", Graph* graph = nullptr);

} // namespace fx
