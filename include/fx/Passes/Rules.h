// Rules of rewriting, applied to a model. The pass `rules` applies all that a pass manager has.
#pragma once

#include "fx/Analysis/AnalysisManager.h"
#include "fx/IR/RewriteRule.h"
#include "fx/Passes/Pass.h"
#include "fx/Support/Error.h"

#include <map>
#include <string>

namespace fx {

/// In how many places a rule replaced something, and how many of them are spelled how: the last
/// calls of the patterns, "torch::nn::ReLU".
struct AppliedRule {
  size_t places = 0;
  std::map<std::string, size_t> spellings;
  /// Of a rule with a message: the calls that it is about. Nothing was replaced.
  std::vector<const Node*> told;
  /// Where modules were made: that files saved before do not have them.
  std::string said_of_saved_weights;
};

/// Replaces what the rule's patterns match in the forward graphs, each pattern once over a graph.
/// A module all of whose calls are replaced becomes another module of LibTorch's where there is
/// one: ReLU becomes GELU. A rule with a message finds its places alone. Returns what was replaced
/// in the graph with the most places. Error: a pattern that can match nothing, or a replacement
/// that does not go with it.
Expected<AppliedRule> apply_rule(TracedModule& module, const RewriteRule& rule,
                                 AnalysisManager& analyses,
                                 ModuleChanges module_changes = ModuleChanges::OtherClass);

/// Applies PassContext::rules; --list-passes tells of it.
extern const PassInfo rules_pass;

} // namespace fx
