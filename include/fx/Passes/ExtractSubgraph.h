// A graph of its own out of nodes of another (torch.fx: experimental/optimization.py
// extract_subgraph).
#pragma once

#include "fx/Analysis/Aliasing.h"
#include "fx/Support/Error.h"

#include <vector>

namespace fx {

/// Copies of `nodes` in program order, whatever their order here, in a graph whose placeholders are
/// `inputs`, named as they were, and which returns the list of `outputs`. Parameters and buffers
/// that the nodes read and that are no inputs come along. Meta and names are kept. The graph that
/// they come from stays as it is.
///
/// Error: a node is no call, erased, or of another graph; one uses a value that is neither computed
/// by `nodes` nor an input; an output is neither; a node that stays behind writes, between the
/// first and the last of `nodes`, to memory that they use, or changes a mode: the graph alone would
/// compute something else. `aliasing` must be that of the graph as it is. Linear but for a
/// logarithm.
Expected<Graph> extract_subgraph(const Graph& graph, const AliasAnalysis& aliasing,
                                 const std::vector<Node*>& nodes, const std::vector<Node*>& inputs,
                                 const std::vector<Node*>& outputs);

} // namespace fx
