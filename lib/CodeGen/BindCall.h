// Which overload of an operator a call means in generated code, and what each of its parameters
// gets.
#pragma once

#include "fx/IR/ValueType.h"

#include "fx/IR/Node.h"
#include "fx/Ops/Callee.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace fx::codegen {

/// A call's arguments, sorted by the parameters of an operator's overload.
struct BoundCall {
  const ops::Schema* schema = nullptr;
  std::vector<std::optional<Argument>> values; // one for every argument of the schema
  int score = 0;                               // how well the types fit
  bool requires_grad = false;                  // a factory's, which no schema has
};

/// What is known of the type of a node's value.
using TypeOf = std::function<const ValueType&(const Node*)>;

/// The overload whose parameters the arguments of a call fit best; nothing when they fit none.
std::optional<BoundCall> bind_best(const Node& node, std::span<const ops::Schema> schemas,
                                   const ops::PythonFunction* python, bool is_method,
                                   const TypeOf& type_of);

/// Whether an operator makes a tensor as TensorOptions say.
bool makes_options(const ops::Schema& schema);

/// ": it has no list of Python's", the clauses of the members that cannot be written; `language` is
/// &ops::TensorMember::cpp, say. Empty when there are none.
std::string why_not(std::span<const ops::TensorMember> members,
                    ops::ForeignSpelling ops::TensorMember::* language);

/// What an operator returns: a tuple when it is several values, void when it is none.
ValueType return_type(const ops::Schema& schema);

/// Whether a keyword says what the function does anyway.
bool says_nothing(const KeywordArgument& keyword, const ops::PythonFunction* python);

} // namespace fx::codegen
