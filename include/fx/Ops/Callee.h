// What the target of a call names, and what is known of it.
//
// Passes, analyses, emitters and the runtime ask here instead of reading the text of a target.
#pragma once

#include "fx/IR/Node.h"
#include "fx/Ops/Facts.h"
#include "fx/Ops/PythonFunctions.h"
#include "fx/Ops/Schema.h"
#include "fx/Ops/Spelling.h"

#include <optional>
#include <span>
#include <string_view>

namespace fx::ops {

/// The facts of one target of a call_function or a call_method.
struct Callee {
  enum class Kind : uint8_t {
    Operator,     // of LibTorch: `schemas`
    Functional,   // of torch.nn.functional: `functional`, `effects`
    Initializer,  // of torch.nn.init
    TensorMember, // a method of torch.Tensor that graphs treat differently from its schemas:
                  // `members`
    Python,       // of Python's own modules, or of torch's that no schema tells of: `python`
    Arithmetic,   // of Python's operator module or math: `arithmetic`, or nothing but its name
    Inplace,      // of Python's operator module, and writes to its first operand: "operator.iadd"
    User,         // nothing is known
  };
  Kind kind = Kind::User;
  /// "relu" of "torch.relu", "add" of "operator.add", "size" of a method.
  std::string_view name;
  /// Of what Python can call, where it is: "torch", "builtins", "operator", "math"; else empty.
  std::string_view package;
  /// What LibTorch::schemas_of_target() gives, whatever the kind is.
  std::span<const Schema> schemas;
  const PythonEffects* effects = nullptr;
  const PythonBuiltin* python = nullptr;
  std::span<const TensorMember> members;
  const OperatorSpelling* arithmetic = nullptr;
  /// Of a function of torch.nn.functional: what it takes in Python.
  const PythonFunction* functional = nullptr;
  /// The C++ function, as LibTorch::find_cpp_function() gives it.
  std::optional<CppFunction> cpp;

  bool is(Kind which) const { return kind == which; }
  /// Whether every call of it has an operand: Python's own functions and torch.tensor.
  bool needs_operand() const {
    return is_python() || (python != nullptr && python->target == "torch.tensor");
  }
  /// Whether it is of Python's builtins, operator or math, and graphs know it.
  bool is_python() const {
    return is(Kind::Arithmetic) || is(Kind::Inplace) ||
           (is(Kind::Python) && !python->target.starts_with("torch."));
  }
};

/// The callee of a call_function or a call_method; for any other node one of which nothing is
/// known. Valid as long as the LibTorch of the graph is.
const Callee& callee_of(const Node& node);

/// The attribute of a tensor that builtins.getattr reads; null: the node reads none that is known.
/// Members of structs may have such names too.
const TensorAttribute* attribute_of(const Node& node);

} // namespace fx::ops
