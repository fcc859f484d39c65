// What LibTorch says about its operators: names, arguments, defaults, mutation.
//
// The table is generated at build time from the schema strings in the installed LibTorch's headers
// (ATen/ops/*_ops.h, by utils/gen-operator-schemas.py); nothing in it is typed by hand.
#pragma once

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

  bool mutates() const;
  /// Python's argument parser lets a call with one positional int list spread it: x.view(2, 3).
  /// `is_method`: self is not counted.
  bool allows_spread_int_list(bool is_method) const;
};

/// All overloads of an operator, in a stable order; empty when LibTorch has none of that name.
std::span<const Schema> find_schemas(std::string_view name);
/// The overloads that a graph's target can mean: "torch.relu", "torch._C._nn.gelu",
/// "torch.ops.aten.add.Tensor" (that one), or a method's name; empty when it is no operator.
std::span<const Schema> schemas_of_target(std::string_view target, bool is_method);
/// The parameter that tells whether the operator works as in training (`train`, `training`), or
/// null (instance_norm's `use_input_stats` is none: it rewrites its statistics without it too).
/// With it on, the operator is no function of its arguments: it draws random numbers or writes to
/// running statistics, which schemas do not say.
const SchemaArgument* training_argument(const Schema& schema);
/// Whether it takes running statistics, which it writes to in training.
bool has_running_statistics(const Schema& schema);
/// All operators, sorted by name, then overload.
std::span<const Schema> all_schemas();
/// The overload whose C++ parameters have these names, or null. `self` is included for methods. A
/// C++ parameter `options` stands for dtype, layout, device, pin_memory. `name` is the C++ name:
/// "add", "add_out" and "add_outf" (schema "add" with `out`), "view_symint". Several overloads can
/// have the same parameter names (split by int, by int list): `types`, the C++ types of the
/// parameters as text, decides between them; without it overloads with dimension names come last.
/// When no overload has exactly these, one whose other arguments have defaults will do.
const Schema* match_schema(std::string_view name, std::span<const std::string_view> parameters,
                           std::span<const std::string_view> types = {});

} // namespace fx::ops
