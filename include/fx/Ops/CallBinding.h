// How the operands of a call bind to the parameters of an operator's overload: the one rule of what
// an overload takes, for analyses, passes, emitters and the runtime.
#pragma once

#include "fx/IR/Node.h"
#include "fx/IR/ValueType.h"
#include "fx/Ops/Schema.h"
#include "fx/Ops/Spelling.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace fx::ops {

/// A call as one overload takes it.
struct BoundCall {
  const Schema* schema = nullptr;
  /// For each operand (args first, then kwargs) the number of its parameter. -1: `requires_grad`,
  /// which Python's factories take and no schema has, or a keyword that repeats a default.
  std::vector<int> parameters;
  /// The parameter of the list whose items are written one by one, x.view(2, 3); -1: there is none.
  /// One operand of unknown type may be the list or its only item.
  int spread = -1;
  int score = 0; // how well the types fit
  bool requires_grad = false;
  /// Python's parser accepts it and C++ does not: a number for a tensor, text for a device.
  bool needs_python = false;
  /// A parameter has neither a default nor a value: C++ gives it an empty optional.
  bool is_incomplete = false;

  /// What each parameter gets, a spread list as a tuple; nothing: it is left out.
  std::vector<std::optional<Argument>> values(const Node& node) const;
};

/// What is known of the type of a node's value; Unknown: it may be anything.
using TypeOf = std::function<const ValueType&(const Node*)>;

/// The call_function or call_method as `schema` takes it; nothing when it cannot mean it: too many
/// operands, an unknown keyword, a parameter given twice or not at all, a value of another type.
/// `python`: how Python hands the call on, whose keywords may say their defaults.
std::optional<BoundCall> bind_call(const Node& node, const Schema& schema,
                                   const TypeOf& type_of = {},
                                   const PythonFunction* python = nullptr);

/// Whether Python can mean `schema` by the call: bind_call() takes it, and nothing is missing.
bool can_mean(const Node& node, const Schema& schema);

/// The calls that Python can mean, one for each overload that takes the operands.
std::vector<BoundCall> bind_all(const Node& node);

/// The overload that C++ and TorchScript would take: the one that fits best.
std::optional<BoundCall> bind_best(const Node& node, std::span<const Schema> schemas,
                                   const PythonFunction* python, const TypeOf& type_of);

/// Whether an operator makes a tensor as TensorOptions say.
bool makes_options(const Schema& schema);

/// Whether a keyword repeats the default of its parameter.
bool is_default(const KeywordArgument& keyword, const PythonFunction* python);

/// What an operator returns: a tuple when it is several values, Void when it is none.
ValueType return_type(const Schema& schema);

/// The operands of a node in the order of their numbers.
inline const Argument& operand(const Node& node, size_t index) {
  return index < node.args().size() ? node.arg(index)
                                    : node.kwargs()[index - node.args().size()].value;
}

} // namespace fx::ops
