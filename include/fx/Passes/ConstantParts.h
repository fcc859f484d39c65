// Takes what ConstantSubgraph found out of a graph: for passes, and for live modules.
#pragma once

#include "fx/IR/Graph.h"

#include <span>
#include <vector>

namespace fx {

struct TracedModule;

/// Whether what a get_attr of the model reads keeps its value between runs: neither what forward
/// keeps from call to call, nor what is folded already. A tensor that starts undefined may stay so.
bool is_weight(const TracedModule& module, const Node& attribute);

/// Copies the nodes, which have no inputs but one another, to the insertion point of `to`. Gives
/// the copies of `values`.
std::vector<Node*> copy_constants(std::span<Node* const> nodes, std::span<Node* const> values,
                                  Graph& to);

/// Reads attributes of these paths in the place of `values`, one each, with their meta, and erases
/// what is used no more of `nodes`, which are in program order.
void replace_constants(std::span<Node* const> nodes, std::span<Node* const> values,
                       std::span<const Symbol> paths);

} // namespace fx
