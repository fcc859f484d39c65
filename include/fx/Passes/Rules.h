// Rules of rewriting, applied to a model.
#pragma once

#include "fx/Analysis/AnalysisManager.h"
#include "fx/IR/RewriteRule.h"
#include "fx/Support/Error.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fx {

/// Replaces what the rule's patterns match in the forward graphs, each pattern once over a graph.
/// Returns how many places were replaced, in the graph with the most. Error: a pattern that can
/// match nothing, or a replacement that does not go with it.
Expected<size_t> apply_rule(GraphModule& module, const RewriteRule& rule,
                            AnalysisManager& analyses);

/// All of `rules`, in order. `remark`, if any, is told how often each was applied.
std::optional<Error> apply_rules(GraphModule& module, const std::vector<RewriteRule>& rules,
                                 const std::function<void(const Node*, std::string)>& remark = {});

} // namespace fx
