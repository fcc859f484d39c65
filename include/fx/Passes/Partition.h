// Which calls of a graph can be modules together (torch.fx: CapabilityBasedPartitioner).
#pragma once

#include "fx/Analysis/Aliasing.h"
#include "fx/Passes/OperatorSupport.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace fx {

/// torch.fx's CapabilityBasedPartitioner: groups of supported calls, each of which can be a module.
/// Two supported calls are in one group when no path between unsupported ones separates them from
/// the inputs by different numbers of steps. Deterministic, linear.
struct PartitionOptions {
  std::function<bool(const Node&)> is_supported;
  /// Calls that are not worth a module of their own (views): groups of these alone are dropped.
  std::function<bool(const Node&)> is_compute;
  /// What the classes of modules are called in the two sets below; without it calls of modules are
  /// in neither.
  Submodules submodules;
  /// Targets, as get_node_target() gives them, of more calls that are not worth one
  /// (`non_compute_ops`).
  std::set<std::string, std::less<>> non_compute_ops;
  /// Groups of one call too (`allows_single_node_partition`).
  bool allow_single_node = false;
  /// Targets of calls that may be a group alone (`allowed_single_node_partition_ops`).
  std::set<std::string, std::less<>> allowed_single_node_partition_ops;
  /// Calls of a group hang together by values or memory: branches that have nothing to do with each
  /// other are groups of their own.
  bool skip_horizontal_fusion = false;
};
std::vector<std::vector<Node*>> propose_partitions(const Graph& graph,
                                                   const AliasAnalysis& aliasing,
                                                   const PartitionOptions& options);

/// What a support says of calls, for PartitionOptions::is_supported.
std::function<bool(const Node&)> supported_by(OperatorSupportPointer support,
                                              Submodules submodules);

} // namespace fx
