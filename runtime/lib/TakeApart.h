// What stands in a graph for an operator that is recorded below autograd.
#pragma once

#include "fx/Runtime/Decompose.h"

#include <ATen/core/dispatch/Dispatcher.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fx::runtime {

/// Rules that are asked while a function runs.
class OperatorRules {
public:
  /// TraceError: a key names no operator of LibTorch, or one that writes to an operand.
  explicit OperatorRules(const DecompositionTable& table);

  /// What the rule of an operator gives, one value for each result; nothing: there is none, or it
  /// leaves the operator as it is. Throws what the rule throws.
  std::optional<std::vector<Value>> run(const c10::OperatorHandle& op,
                                        std::span<const Value> arguments) const;

private:
  const DecompositionTable& table_;
  mutable std::vector<std::string> running_; // keys of the rules that run
};

/// Whether LibTorch computes the operator by others, which autograd sees instead of it.
bool is_made_of_others(const c10::OperatorHandle& op);

} // namespace fx::runtime
