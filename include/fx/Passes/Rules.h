// Rules of rewriting, applied to a model.
#pragma once

#include "fx/IR/RewriteRule.h"
#include "fx/Passes/AnalysisManager.h"
#include "fx/Support/Error.h"

namespace fx {

/// Replaces what the rule's patterns match in the forward graph, each pattern once over the graph.
/// Returns how many places were replaced. Error: a pattern that can match nothing, or a
/// replacement that does not go with it.
Expected<size_t> apply_rule(GraphModule& module, const RewriteRule& rule,
                            AnalysisManager& analyses);

} // namespace fx
