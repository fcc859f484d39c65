// Removing what cannot be seen (torch.fx's Graph.eliminate_dead_code).
#pragma once

#include "fx/Analysis/Aliasing.h"

#include <functional>

namespace fx {

struct DeadCodeOptions {
  /// Nodes for which it holds stay, whatever is known of their effects (torch.fx's is_impure_node).
  std::function<bool(const Node&)> is_impure;
  /// Removes unused random operators too: the numbers that later ones draw change.
  bool drop_random = false;
};

/// Erases the nodes whose value is not used and that change nothing that can be seen: no input,
/// parameter or returned value, no memory that a node that stays reads. Placeholders stay. Returns
/// how many were erased. `aliasing` must be that of the graph as it is. Linear.
size_t eliminate_dead_code(Graph& graph, const AliasAnalysis& aliasing,
                           const DeadCodeOptions& options = {});

} // namespace fx
