// Replacing a small graph by another one wherever it stands (torch.fx: subgraph_rewriter).
#pragma once

#include "fx/Passes/SubgraphMatcher.h"

namespace fx {

/// A match that was replaced. The target nodes of `match` are erased; the map says which they were.
struct ReplacedMatch {
  Match match;
  /// The nodes that took their place.
  std::vector<Node*> replacements;
};

struct ReplaceOptions {
  MatchOptions match;
  /// In which forward graph of the model; null: in TracedModule::graph.
  Graph* graph = nullptr;
  /// Makes the replacement for one match (torch.fx's replacement_callback); then `replacement` of
  /// replace_pattern is not used. The model must live until replace_pattern returns.
  std::function<const TracedModule*(const Match&)> replacement_for;
  /// Where in the model the module is, which this makes, that the replacement of a match runs as
  /// its own. Without: where it is in the replacement, one for all matches.
  std::function<std::string(const Match&, const ModuleNode&)> path_of_own;
};

/// Whether a replacement is right in evaluation alone: in training it calls more or fewer modules
/// than its pattern that draw random numbers or update statistics.
bool is_for_evaluation(const TracedModule& pattern, const TracedModule& replacement);

/// Keeps a graph that holds in both modes as it is, as the training graph, before `graph` is
/// changed for evaluation.
void keep_for_training(TracedModule& model);

/// Replaces every match of `pattern` in a forward graph of `model` by a copy of the graph of
/// `replacement`. Inputs and outputs correspond by order, and there are as many. Modules and
/// tensors that the replacement refers to and the model does not have are copied into it. Matches
/// are looked for once: what a replacement makes is not matched again. A replacement for evaluation
/// leaves graphs of training alone, and a graph of both modes becomes two. Error: the pattern is
/// not valid, numbers of inputs or outputs differ, or the replacement refers to what neither model
/// has; the model is then as it was.
Expected<std::vector<ReplacedMatch>>
replace_pattern(TracedModule& model, const TracedModule& pattern, const TracedModule& replacement,
                const AliasAnalysis& aliasing, const ReplaceOptions& options = {});

} // namespace fx
