// The operands of a node as a function of the user's takes them.
#pragma once

#include "fx/IR/Node.h"
#include "fx/Runtime/TracedFunction.h"

#include <ATen/core/dispatch/Dispatcher.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fx::runtime {

/// The operator that a call means, and what the node gives its parameters.
struct OperatorOf {
  c10::OperatorHandle op;
  std::vector<std::optional<Argument>> values; // nothing: left out
};
/// As a trace noted it, else the overload that fits best; nothing: the node calls none of
/// LibTorch's and none that was registered.
std::optional<OperatorOf> operator_of(const Node& node);

/// Which operand each parameter of a function gets.
class RuleOperands {
public:
  /// RuntimeError: the function takes fewer or more than `node` has.
  RuleOperands(const Node& node, const TracedFunction& function);

  /// The values of the parameters; `node_value` gives those of nodes. RuntimeError: a parameter
  /// takes no value that another node computes.
  Args values(const std::function<Value(Node*)>& node_value) const;

private:
  /// A parameter of what the node calls.
  struct Slot {
    std::string name; // empty: not known
    std::optional<Argument> value;
    std::optional<Value> default_value;
    int list_size = 0; // of int[2], which one number stands for
    bool is_default = false;
  };
  static std::vector<Slot> slots_of(const Node& node, const TracedFunction& function);
  static std::vector<Slot> named_slots(const Node& node, const TracedFunction& function);
  Value value_of(size_t index, const std::function<Value(Node*)>& node_value) const;

  const TracedFunction& function_;
  std::vector<Slot> slots_; // one for each parameter of the function
};

} // namespace fx::runtime
