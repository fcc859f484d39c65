// Rules that turn a module into another one, instead of its calls into other calls.
#pragma once

#include "fx/Analysis/AnalysisManager.h"
#include "fx/IR/RewriteRule.h"
#include "fx/Passes/SubgraphMatcher.h"

#include <functional>
#include <vector>

namespace fx {

/// How the pattern of a rule is looked for in a graph.
using MatchOptionsFor = std::function<MatchOptions(const Graph&)>;

struct ReplacedModules {
  std::vector<const Node*> changed;
  std::vector<const Node*> kept; // of modules that are what the rule makes of them
};

/// Where one operation is replaced by another, and all calls of a module are matches: the module
/// becomes the one of LibTorch's that computes the other operation, ReLU becomes GELU. Where the
/// rule gives what it takes, `with_identity` says whether a module in a container becomes Identity:
/// else its calls are for who replaces calls. Returns the calls of those modules, of all forward
/// graphs.
Expected<ReplacedModules> replace_modules(TracedModule& module, const RewriteCase& alternative,
                                          const MatchOptionsFor& options, AnalysisManager& analyses,
                                          bool with_identity);

} // namespace fx
