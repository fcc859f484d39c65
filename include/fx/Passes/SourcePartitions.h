// Nodes by the modules and functions that they come from (torch.fx: passes/utils/
// source_matcher_utils.py).
#pragma once

#include "fx/IR/TracedModule.h"

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fx {

/// The nodes of one module, or of one call of a function.
struct SourcePartition {
  Symbol source;                   // as it was asked for
  Symbol path;                     // of the module; empty: it is a function
  std::vector<Node*> nodes;        // in program order
  std::vector<Node*> input_nodes;  // outside, which nodes use
  std::vector<Node*> output_nodes; // of `nodes`, which others use
  /// Parameters, buffers and constants that nothing else uses; those that are none of `nodes` are
  /// no inputs either.
  std::vector<Node*> params;
};

struct SourcePartitions {
  Symbol source;
  std::vector<SourcePartition> partitions; // in program order of their first nodes
};

/// For each of `wanted_sources` that nodes come from, the partitions of its nodes. A source is a
/// class of modules ("torch::nn::Linear", "Block", with or without "Impl"), of which a node comes
/// when it calls such a module, or was traced in one (meta::module_stack; of several the innermost
/// that is wanted), or the target of a function or method ("torch.relu"). Calls of leaves and of
/// functions are partitions of their own; of a module that was traced into all nodes are one, also
/// where it ran twice. With `filter` partitions stay of whose nodes it holds. Linear.
std::vector<SourcePartitions>
get_source_partitions(const Graph& graph, const TracedModule* module,
                      const std::vector<std::string>& wanted_sources,
                      const std::function<bool(const Node&)>& filter = {});

/// Whether a node of the second uses one of the first.
bool check_subgraphs_connected(const SourcePartition& first, const SourcePartition& second);

} // namespace fx
