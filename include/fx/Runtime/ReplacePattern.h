// Replaces a few operators by others wherever they stand in a live module: torch.fx's
// replace_pattern (torch/fx/subgraph_rewriter.py), with fx/Passes/ReplacePattern.h below it.
//
//     fx::replace_pattern(
//         traced, [](torch::Tensor x) { return torch::relu(torch::neg(x)); },
//         [](torch::Tensor x) { return torch::clamp_max(x, 0).neg(); });
#pragma once

#include "fx/Passes/ReplacePattern.h"
#include "fx/Runtime/GraphModule.h"
#include "fx/Runtime/TracedFunction.h"

#include <vector>

namespace fx {

/// Replaces every match of what `pattern` computes by what `replacement` computes, in place, and
/// says what was replaced; where training has a graph of its own, in that graph as well. Both
/// functions are traced, take and return as many tensors, and correspond by their order; what a
/// match is says SubgraphMatcher. Matches are looked for once, and do not overlap. RuntimeError,
/// the module is then as it was: one of the functions cannot be traced, their parameters or results
/// differ in number, the pattern computes nothing or something that it does not return, the
/// replacement makes a constant (which the module would have to hold: give it one first, and take
/// it as a parameter), or a module that the graph calls is none of LibTorch's and no GraphModule,
/// so that nothing is known of what it changes.
std::vector<ReplacedMatch> replace_pattern(GraphModule& module, const TracedFunction& pattern,
                                           const TracedFunction& replacement,
                                           const MatchOptions& options = {});

} // namespace fx
