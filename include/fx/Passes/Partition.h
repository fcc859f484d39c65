// Which calls of a graph can be modules together (torch.fx: CapabilityBasedPartitioner).
#pragma once

#include "fx/Analysis/Aliasing.h"

#include <functional>
#include <vector>

namespace fx {

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

} // namespace fx
