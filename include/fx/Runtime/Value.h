// The values that a graph computes with at run time, and how they stand as operands of nodes.
//
// A value is a c10::IValue. What LibTorch has no value for (a dtype, a slice) is a capsule in one:
// see SpecialValue.
#pragma once

#include "fx/IR/Argument.h"
#include "fx/Support/Symbol.h"

// Clang as C++20 stops in LibTorch's headers unless this one comes first.
#include <ATen/core/ivalue.h>

#include <functional>
#include <optional>
#include <vector>

namespace fx {

using Value = c10::IValue;

/// A keyword argument of a call.
struct KeywordValue {
  Symbol name;
  Value value;
};

using Args = std::vector<Value>;
using Kwargs = std::vector<KeywordValue>;

/// A dtype, layout, memory format (`name`), a slice or a range (`items`: start, stop, step), or an
/// ellipsis.
struct SpecialValue : torch::CustomClassHolder {
  Argument::Kind kind = Argument::Kind::None;
  Symbol name;
  std::vector<Value> items;
};
/// Null when the value is none.
const SpecialValue* special_value(const Value& value);

/// A list as LibTorch has it: of tensors, ints, floats or bools where all items are that, else of
/// anything.
Value to_list(const std::vector<Value>& items);
/// An aggregate of the same kind as `aggregate` out of values; a dict's are keys and values by
/// turns.
Value rebuild_value(const Argument& aggregate, std::vector<Value> items);

/// An operand as a value: numbers, strings, devices, None; lists as to_list() makes them.
/// `node_value` gives the value of a node; without it a node is a GraphError.
Value to_value(const Argument& argument, const std::function<Value(Node*)>& node_value = {});

/// What stands for a value among operands; nothing: the value itself, as a literal.
using NodeOf = std::function<std::optional<Argument>(const Value&)>;
/// A value as an operand. RuntimeError: a tensor, or another object that is no literal, for which
/// `node_of` gives nothing.
Argument to_argument(const Value& value, const NodeOf& node_of = {});

} // namespace fx
