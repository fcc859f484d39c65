// What LibTorch says about its operators: names, arguments, defaults, mutation.
//
// Rows come from the schema strings in LibTorch's headers (ATen/ops/*_ops.h); nothing in them is
// typed by hand. A LibTorch has all of its own: fx/Ops/LibTorch.h.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fx::ops {

struct SchemaArgument {
  std::string_view name;          // "self", "dim"
  std::string_view type;          // without alias marks: "Tensor", "int[2]", "ScalarType?"
  std::string_view default_value; // schema text: "None", "-1", "[]"; see has_default
  bool has_default = false;
  bool keyword_only = false;
  bool mutated = false; // Tensor(a!)
  char alias_set = 0;   // Tensor(a) or Tensor(a!): 'a'

  /// True for int[], int[2], SymInt[]: a list of integers, `?` or not.
  bool is_int_list() const;
  /// N of int[N]; 0: a list of any length, or none.
  size_t list_length() const;
  bool is_optional() const { return !type.empty() && type.back() == '?'; }
};

struct SchemaReturn {
  std::string_view type; // without alias marks: "Tensor", "Tensor[]", "int"
  char alias_set = 0;    // shares memory with the arguments of the same set
};

struct Schema {
  std::string_view name;     // "log_softmax"
  std::string_view overload; // "int", may be empty
  std::span<const SchemaArgument> arguments;
  std::span<const SchemaReturn> returns;
  bool random = false;       // draws from a generator (tag nondeterministic_seeded)
  bool composite = false;    // made of other operators: it may return its input, unsaid
  bool inplace_view = false; // changes the sizes of its input (tag inplace_view)
  bool saves_self = false;   // backward may read the first operand (autograd's Functions.h)

  bool mutates() const;
  /// Python's argument parser lets a call with one positional int list spread it: x.view(2, 3).
  /// `is_method`: self is not counted.
  bool allows_spread_int_list(bool is_method) const;
};

/// The parameter that tells whether the operator works as in training (`train`, `training`), or
/// null (instance_norm's `use_input_stats` is none: it rewrites its statistics without it too).
/// With it on, the operator is no function of its arguments: it draws random numbers or writes to
/// running statistics, which schemas do not say.
const SchemaArgument* training_argument(const Schema& schema);
/// Whether it takes running statistics, which it writes to in training.
bool has_running_statistics(const Schema& schema);

} // namespace fx::ops
