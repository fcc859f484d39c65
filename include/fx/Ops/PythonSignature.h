// The parameters of what a node calls, in Python's words, and which operand each has.
#pragma once

#include "fx/IR/Node.h"

#include <optional>
#include <string_view>
#include <vector>

namespace fx::ops {

struct PythonSignature {
  struct Parameter {
    std::string_view name;
    std::string_view default_value; // Python text; empty: none, or not known
    bool keyword_only = false;
    /// By position Python takes the items of the list one by one as well, by keyword the list
    /// alone: torch.zeros(4) and torch.zeros(size = [4]).
    bool takes_items = false;
    bool is_default(const Argument& value) const;
  };
  std::vector<Parameter> parameters;
  std::vector<const Argument*> values; // of the node; null: left out
};

/// What all overloads agree on that a call_function or call_method can mean. Nothing for functions
/// that are not LibTorch's, for lists that were spread, and when overloads that fit disagree; then
/// `ambiguous` is set.
std::optional<PythonSignature> python_signature(const Node& node, bool* ambiguous = nullptr);

} // namespace fx::ops
