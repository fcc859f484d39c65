// A rewrite rule: what to look for, and what replaces it.
#pragma once

#include "fx/IR/TracedModule.h"

#include <optional>
#include <string>
#include <vector>

namespace fx {

/// One spelling of what a rule replaces. Both graphs have the same number of inputs, which
/// correspond by order.
struct RewriteCase {
  TracedModule pattern;
  TracedModule replacement;
  /// The pattern means its own spelling alone (`// fx: exact`), and not every one of its
  /// operations.
  bool exact = false;
};

/// Inputs of a pattern that are declared as numbers, flags or lists of them match literals, and
/// bind them; inputs that are tensors match any value. A module that is an input
/// (ModuleNode::is_input) stands for any module of its class.
struct RewriteRule {
  std::string name; // "relu_to_gelu"
  /// What is said of each place; empty: the place is replaced. Such a rule has no replacement.
  std::string message;
  SourceRange location; // of the first pattern
  std::vector<RewriteCase> cases;
  /// Computes from the literals that inputs of the same names were bound to whether the rule
  /// applies.
  std::optional<TracedModule> condition;
};

} // namespace fx
