// The operators the evaluator knows: tables from a target to a function, one place each.
#pragma once

#include "Support/Value.h"

#include <random>
#include <span>
#include <string_view>

namespace fx::testing {

/// The operands of a call, in the order of Operator::parameters; None for those not given.
struct Call {
  std::mt19937_64& generator;
  std::vector<Value> operands;

  const Value& operator[](size_t index) const { return operands[index]; }
  bool has(size_t index) const { return !operands[index].is_none(); }
  const Tensor& tensor(size_t index) const { return operands[index].as_tensor(); }
  int64_t integer(size_t index, int64_t otherwise) const {
    return has(index) ? operands[index].as_int() : otherwise;
  }
  double real(size_t index, double otherwise) const {
    return has(index) ? operands[index].as_scalar().to_double() : otherwise;
  }
  bool flag(size_t index, bool otherwise) const {
    return has(index) ? operands[index].as_scalar().to_bool() : otherwise;
  }
};

struct Operator {
  /// Targets of call_function, and "Tensor.add_" for call_method; separated by spaces.
  std::string_view names;
  /// Names of the parameters, separated by spaces. "*size" takes all positional arguments that
  /// remain. What follows "*" alone is given by keyword only. "out" is written by the caller.
  std::string_view parameters;
  Value (*run)(Call& call);
};

std::span<const Operator> arithmetic_operators();
std::span<const Operator> view_operators();
std::span<const Operator> creation_operators();

/// Finds `name` in the tables, binds the arguments to its parameters as Python does, runs it.
/// EvaluationError with the name for whatever goes wrong.
Value call_operator(const std::string& name, const std::vector<Value>& args,
                    const std::vector<std::pair<std::string, Value>>& kwargs,
                    std::mt19937_64& generator);

// Shared by the tables.

/// The integers of a tuple, a list, or of one int.
Shape to_shape(const Value& value);
/// A dimension that counts from the end when negative, checked.
size_t wrap_dimension(int64_t dimension, int64_t rank);
/// Writes a result into `target` as an in-place operator does: of the same shape, and of a dtype
/// that is no higher.
void write_result(const Tensor& target, const Value& result);
/// A number in [0, 1).
double draw(std::mt19937_64& generator);
/// `input` seen in another shape when its strides allow it, else nothing (storage null).
Tensor try_view(const Tensor& input, Shape sizes);
/// What `input[index]` is: a view for ints, slices, None and Ellipsis.
Tensor index_view(const Tensor& input, const Value& index);

/// The in-place form of an operator: writes its result to the first operand and returns that.
template <Value (*run)(Call&)>
Value in_place(Call& call) {
  if (!call[0].is_tensor()) return run(call); // Python numbers have no in-place form
  write_result(call.tensor(0), run(call));
  return call[0];
}

} // namespace fx::testing
