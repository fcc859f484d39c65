// A value while a graph is run on examples: a literal of the graph, a tensor of LibTorch's, or a
// sequence of values.
#pragma once

#include "fx/IR/Argument.h"
#include "fx/Ops/KernelsApi.h"

#include <memory>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace fx::ops::kernels {

struct Example;

/// Held in the plugin as long as it is held here.
using Tensor = std::shared_ptr<FxTensor>;

struct Sequence {
  std::vector<Example> items;
  bool is_tuple = false;
};

struct Example {
  std::variant<Argument, Tensor, Sequence> value;

  const Argument* literal() const { return std::get_if<Argument>(&value); }
  const Tensor* tensor() const { return std::get_if<Tensor>(&value); }
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

/// Literals and sequences of them as one literal; nothing when there is a tensor.
std::optional<Argument> as_literal(const Example& example);
/// Whether it is a list or tuple, of literals or of values; then its items.
bool is_sequence(const Example& example);
std::vector<Example> items_of(const Example& example);

/// An argument of a node with the values of the nodes in it, as `value_of` says them. Throws
/// Unknown where a slice has a tensor in it.
template <class ValueOf>
Example example_of(const Argument& argument, const ValueOf& value_of);
/// An aggregate of the same kind with other parts, which `argument` has nodes among.
Example rebuilt(const Argument& argument, std::vector<Example> parts);

template <class ValueOf>
Example example_of(const Argument& argument, const ValueOf& value_of) {
  if (!argument.has_nodes()) return {argument};
  if (argument.is_node()) return value_of(*argument.as_node());
  std::vector<Example> parts;
  parts.reserve(argument.items().size());
  for (const Argument& item : argument.items())
    parts.push_back(example_of(item, value_of));
  return rebuilt(argument, std::move(parts));
}

} // namespace fx::ops::kernels
