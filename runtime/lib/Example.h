// A value while a graph is run on examples: a literal of the graph, a tensor, or a sequence of
// values.
#pragma once

#include "fx/IR/Argument.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace fx::runtime {

struct Example;

struct Sequence {
  std::vector<Example> items;
  bool is_tuple = false;
};

struct Example {
  std::variant<Argument, at::Tensor, Sequence> value;

  const Argument* literal() const { return std::get_if<Argument>(&value); }
  const at::Tensor* tensor() const { return std::get_if<at::Tensor>(&value); }
  const Sequence* sequence() const { return std::get_if<Sequence>(&value); }
  bool is_none() const { return literal() && literal()->is_none(); }
  /// True when a tensor stands anywhere in it.
  bool has_tensors() const;
};

/// The arguments of a call: by position, then by name.
struct NamedExample {
  std::string_view name; // empty: by position
  Example value;
};
using Examples = std::vector<NamedExample>;

/// Thrown for what is not known to this library: no fault of the model's.
struct Unknown : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The same value with every tensor replaced.
Example map_tensors(const Example& example,
                    const std::function<at::Tensor(const at::Tensor&)>& map);

/// Literals and sequences of them as one literal; nothing when there is a tensor.
std::optional<Argument> as_literal(const Example& example);
/// Whether it is a list or tuple, of literals or of values; then its items.
bool is_sequence(const Example& example);
std::vector<Example> items_of(const Example& example);

/// What an operator returned. Throws Unknown for what no graph holds.
Example to_example(const c10::IValue& value);

/// "float32" -> at::kFloat; nothing when there is no such dtype.
std::optional<at::ScalarType> scalar_type(std::string_view name);
std::string_view dtype_name(at::ScalarType type);

} // namespace fx::runtime
