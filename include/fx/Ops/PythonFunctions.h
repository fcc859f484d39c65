// Functions of Python's own that stand in graphs, and members of torch.Tensor beside LibTorch's
// operators: what they do, what they give, and how C++ and TorchScript spell them.
//
// Data: lib/Ops/PythonFunctions.def and fx/Ops/TensorMembers.def, which the runtime reads too.
#pragma once

#include "fx/IR/ValueType.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace fx::ops {

/// What running a function does besides computing its value.
enum class PythonEffect : uint8_t {
  Pure,     // nothing; the value is its own
  Number,   // nothing; the value has no memory
  View,     // nothing; the value may share memory with the operands
  Required, // has to run, and changes nothing
  Barrier,  // enters or leaves a mode of computing
  Seed,     // sets the random number generator
  Unknown,  // anything
};

/// What a member of a tensor tells about it.
enum class TensorFact : uint8_t {
  Shape, // sizes and strides
  Type,  // what follows from the type of its elements
  Place, // where and how it is kept
  Data,  // what its elements are
  Whole, // it gives a tensor, or nothing
};

/// How one language spells something, or why it has no such thing.
class ForeignSpelling {
public:
  constexpr ForeignSpelling() = default;
  constexpr ForeignSpelling(std::string_view text, ValueType::Kind result)
      : text_(text), result_(result) {}
  /// Of a function that gives a value of a class, or a list: "std::vector<at::Tensor>".
  constexpr ForeignSpelling(std::string_view text, std::string_view result_text)
      : text_(text), result_(ValueType::Kind::Other), result_text_(result_text) {}
  static constexpr ForeignSpelling none(std::string_view why) {
    ForeignSpelling spelling;
    spelling.why_not_ = why;
    return spelling;
  }

  constexpr bool exists() const { return why_not_.empty(); }
  constexpr std::string_view text() const { return text_; }
  /// What it gives there: Python's math.floor is an int, C++'s std::floor a double. Unknown: what
  /// its first operand is.
  constexpr ValueType::Kind result() const { return result_; }
  /// The C++ type of what it gives, where its kind does not say it.
  constexpr std::string_view result_text() const { return result_text_; }
  /// A clause for a message; empty when it exists.
  constexpr std::string_view why_not() const { return why_not_; }

private:
  std::string_view text_;
  ValueType::Kind result_ = ValueType::Kind::Unknown;
  std::string_view result_text_;
  std::string_view why_not_;
};

/// A function of Python's builtins, operator or math, or one of torch's that is no operator.
struct PythonBuiltin {
  std::string_view target; // "math.floor"
  PythonEffect effect;
  ForeignSpelling cpp;         // the function's name: "std::floor"
  ForeignSpelling torchscript; // the function's name: "torch.floor"
};
/// "math.floor"; null when the table has no such row.
const PythonBuiltin* find_python_builtin(std::string_view target);
/// All of them, sorted by target.
std::span<const PythonBuiltin> all_python_builtins();

/// A method of torch.Tensor that is no operator, or that graphs treat differently from its schemas.
struct TensorMember {
  std::string_view name;
  int arguments; // after self; -1: any number
  PythonEffect effect;
  TensorFact fact;
  ForeignSpelling cpp;         // "to(torch::kBool)"; "size": with the arguments as they are
  ForeignSpelling torchscript; // with $ for the tensor and $1 for the argument

  bool takes(size_t count) const {
    return arguments < 0 || static_cast<size_t>(arguments) == count;
  }
};
/// The rows of that name, one for each number of arguments; empty when there is none.
std::span<const TensorMember> find_tensor_members(std::string_view name);
/// Whether all of them tell a number, and do nothing else; false when there are none.
bool tell_numbers(std::span<const TensorMember> members);
/// All of them, sorted by name.
std::span<const TensorMember> all_tensor_members();
/// ": it has no list of Python's", the clauses of the members that cannot be written; `language` is
/// &TensorMember::cpp, say. Empty when there are none.
std::string why_not(std::span<const TensorMember> members,
                    ForeignSpelling TensorMember::* language);

} // namespace fx::ops
