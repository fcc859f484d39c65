// Rules of rewriting, applied to a model. The pass `rules` applies all that a pass manager has.
#pragma once

#include "fx/Analysis/AnalysisManager.h"
#include "fx/IR/RewriteRule.h"
#include "fx/Passes/Pass.h"
#include "fx/Support/Error.h"

namespace fx {

/// Replaces what the rule's patterns match in the forward graphs, each pattern once over a graph.
/// Returns how many places were replaced, in the graph with the most. Error: a pattern that can
/// match nothing, or a replacement that does not go with it.
Expected<size_t> apply_rule(TracedModule& module, const RewriteRule& rule,
                            AnalysisManager& analyses);

/// Applies PassContext::rules; --list-passes tells of it.
extern const PassInfo rules_pass;

} // namespace fx
