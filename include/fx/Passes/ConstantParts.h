// Takes what ConstantSubgraph found out of a graph: for passes, and for live modules.
#pragma once

#include "fx/IR/Graph.h"

#include <span>
#include <vector>

namespace fx {

/// Copies the nodes, which have no inputs but one another, to the insertion point of `to`. Gives
/// the copies of `values`.
std::vector<Node*> copy_constants(std::span<Node* const> nodes, std::span<Node* const> values,
                                  Graph& to);

/// Reads attributes of these paths in the place of `values`, one each, with their meta, and erases
/// what is used no more of `nodes`, which are in program order.
void replace_constants(std::span<Node* const> nodes, std::span<Node* const> values,
                       std::span<const Symbol> paths);

} // namespace fx
