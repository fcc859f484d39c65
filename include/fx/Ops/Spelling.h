// How one operator is called in C++ and in Python.
//
// Targets in a graph are spelled as torch.fx prints them for the same model in Python. These tables
// lead from a C++ callee to that spelling and back.
//   - generated/PythonSpelling*.def: written by utils/gen-python-spelling.py from the installed
//     Python torch (what __torch_function__ receives); data, checked in, compared with Python by a
//     test. Where a function takes `torch`, that is the version of this Python torch.
//   - generated/PythonModules*.def: the same for torch.nn's constructors, by
//     utils/gen-python-modules.py.
// What LibTorch's headers say of torch::nn differs from one LibTorch to the next: the rows are
// declared here and in fx/Ops/Tables.h, and found in fx/Ops/LibTorch.h.
#pragma once

#include "fx/IR/Argument.h"
#include "fx/IR/ValueType.h"
#include "fx/Ops/LibTorchVersion.h"
#include "fx/Ops/PythonFunctions.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fx::ops {

/// A keyword that Python's torch always passes on, with its default as Python text: {"inplace",
/// "False"}.
struct PythonKeyword {
  std::string_view name;
  std::string_view default_value;
};

/// How a call of a torch.nn.functional (or torch.functional) function arrives in a torch.fx graph.
struct PythonFunction {
  std::string_view name;   // "max_pool2d"
  std::string_view target; // "torch.nn.functional.max_pool2d", "torch._C._nn.gelu"
  /// True when the target is a call_method on the first argument (F.sigmoid -> x.sigmoid()).
  bool is_method = false;
  /// True when the function reaches torch.fx as the user wrote it: args stay positional, keywords
  /// stay keywords, none are added. Then the two lists below are empty.
  bool passes_through = false;
  /// True when the last positional parameter takes the rest: a C++ list of tensors arrives spread,
  /// torch::einsum(e, {a, b}) as args (e, a, b).
  bool variadic = false;
  std::span<const std::string_view> positional;
  std::span<const PythonKeyword> keywords;
};

/// torch::nn::functional::NAME -> its Python call; null when Python has no such function.
const PythonFunction* find_functional(std::string_view name, LibTorchVersion torch);
/// at::NAME, torch::NAME -> "torch.relu", "torch._C._nn.gelu", "torch._C._linalg.linalg_norm", or
/// what torch.functional makes of it; null when Python does not export the operator.
const PythonFunction* find_torch_function(std::string_view aten_name, LibTorchVersion torch);
/// An attribute of torch.Tensor, and what reads it in languages that have a call for it:
/// "$.sizes()", with $ for the tensor.
struct TensorAttribute {
  std::string_view name;
  ValueType::Kind kind;
  TensorFact fact;
  std::string_view cpp;
  std::string_view torchscript; // empty: TorchScript has none
};
/// "shape"; null when no such attribute is known.
const TensorAttribute* find_tensor_attribute(std::string_view name);
/// `text` of an attribute, of the tensor that `tensor` computes.
std::string read_attribute(std::string_view text, std::string_view tensor);
/// Whether torch.Tensor has a method of this name.
bool is_tensor_method(std::string_view name, LibTorchVersion torch);

/// The value that the text of a Python default stands for: "None", "2.0", "'mean'",
/// "torch.float32".
Argument parse_python_literal(std::string_view text);

/// A field of an Options class, with the C++ type text of TORCH_ARG: {"stride",
/// "ExpandingArray<2>", "$kernel_size"}.
struct OptionsField {
  std::string_view name;
  std::string_view type;
  /// As Python text, or $ and another field; empty where it has none, or one that is no literal.
  std::string_view default_value;
};

/// An Options class of LibTorch; aliases and template arguments are resolved.
struct OptionsClass {
  std::string_view name; // "Conv2dOptions", "MaxPool2dFuncOptions", without namespace
  /// Parameters of the constructor with the most parameters, those with defaults left out.
  std::span<const std::string_view> constructor;
  /// All fields in order of declaration, those that the constructor sets included.
  std::span<const OptionsField> fields;

  const OptionsField* field(std::string_view field_name) const;
};
/// Python's name of a field of an Options class: "lambda" -> "lambd", most are the same.
std::string_view python_option(std::string_view field);

/// The reverse: "lambd" -> "lambda".
std::string_view cpp_option(std::string_view parameter);

/// Whether the constructor of Python's torch.nn class of this holder takes an option, by its name
/// in C++; `holder` is qualified or not.
bool python_module_takes(std::string_view holder, std::string_view field, LibTorchVersion torch);

/// A parameter of a module's forward, with its default as C++ text, empty when there is none.
struct ForwardParameter {
  std::string_view name;
  std::string_view default_value;
};

/// A TORCH_MODULE of LibTorch.
struct ModuleHolder {
  std::string_view name;   // "Conv2d"
  std::string_view result; // what forward returns: "torch::Tensor", "std::tuple<...>"
  /// Parameters of forward; empty where it is a template (Sequential).
  std::span<const ForwardParameter> forward;
  int options = -1; // see LibTorch::find_module_options
  /// The members that are tensors, sorted: "bias", "weight".
  std::span<const std::string_view> tensors;

  bool has_tensor(std::string_view member) const;
};
/// A function of torch::nn::functional.
struct CppFunctional {
  std::string_view name;         // "max_pool2d"
  std::string_view result;       // "torch::Tensor", "std::tuple<torch::Tensor, torch::Tensor>"
  std::string_view options_type; // "MaxPool2dFuncOptions"; empty when it takes no options
  /// Parameters before the options object: "input", "weight".
  std::span<const std::string_view> parameters;
  /// Parameters after it: smooth_l1_loss has "beta" there.
  std::span<const std::string_view> trailing;
};
/// The C++ side of a call_function target.
struct CppFunction {
  std::string qualified_name; // "torch::relu", "torch::nn::functional::max_pool2d"
  /// For functions of torch::nn::functional: parameters and Options; else null.
  const CppFunctional* functional = nullptr;
  /// The options that `functional` takes; null when none.
  const OptionsClass* options = nullptr;
  /// How the call arrives from Python: the meaning of the node's arguments. Null: as written.
  const PythonFunction* python = nullptr;
  /// The operator's name in the schema table ("relu"); empty for torch::nn::functional's own.
  std::string_view operator_name;
};
/// How Python's operator module (`operator.add`) is written in either language.
struct OperatorSpelling {
  std::string_view target; // "operator.add"
  std::string_view python; // "+"
  std::string_view cpp;    // "+"; empty when C++ has no operator for it
  int operands;            // 1 or 2
  /// The torch:: function to call on tensors where C++ has no operator: "torch::matmul".
  std::string_view cpp_function;
  /// LibTorch's operator that computes it on tensors: "add", "bitwise_and".
  std::string_view on_tensors;
};
const OperatorSpelling* find_operator(std::string_view target);
/// From the C++ token ("+", 2 operands) to "operator.add"; null when there is none.
const OperatorSpelling* find_cpp_operator(std::string_view token, int operands);
/// From LibTorch's operator ("div", 2 operands) to "operator.truediv"; null when there is none.
const OperatorSpelling* find_tensor_operator(std::string_view name, int operands);

} // namespace fx::ops
