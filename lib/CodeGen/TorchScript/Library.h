// What the modules and functions of torch::nn are in TorchScript: Modules.ts and Functions.ts,
// which the build puts into the program.
#pragma once

#include "fx/IR/ValueType.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fx::codegen {

struct LibraryParameter {
  std::string name;
  /// As in a schema: "int[]?" for Optional[List[int]]. Tuples stay in TorchScript's notation.
  std::string type;
  bool has_default = false;
};

/// A function of Functions.ts.
struct LibraryFunction {
  std::string name;
  std::vector<LibraryParameter> parameters;
  ValueType result;
  std::string_view text;
};

/// torch.nn.functional.NAME, where it is no operator; null when the library has none.
const LibraryFunction* find_library_function(std::string_view name);
/// The functions that `text` calls (__torch__.NAME), and those that they call, in the order of the
/// library.
std::vector<const LibraryFunction*> library_functions_in(std::string_view text);
/// The names that the functions of the library take.
std::vector<std::string_view> library_function_names();

struct LibraryOption {
  std::string name;
  std::string type; // "int[2]", "float?"
  std::optional<std::string> default_text;
};

/// Options as TorchScript text, by name.
using OptionTexts = std::map<std::string, std::string, std::less<>>;

struct LibraryTensor {
  std::string name;
  bool is_parameter = true;
  bool is_present = true; // else None: the module was made without it
};

struct LibraryChild {
  std::string name;
  std::string module; // "Linear"
  OptionTexts options;
  std::optional<int> count; // of a list; nothing for a single module
};

/// A class of Modules.ts, made with options.
struct LibraryModule {
  std::vector<LibraryTensor> tensors;
  std::vector<LibraryChild> children;
  std::string signature; // "input: Tensor) -> Tensor:"
  std::vector<LibraryParameter> parameters;
  ValueType result;
  std::string body; // lines, indented
};

/// The options that a module of torch::nn takes ("Conv2d"); null when the library has no such
/// class.
const std::vector<LibraryOption>* find_library_options(std::string_view name);
/// The module made with these options, defaults for those that are missing. `problem` says what is
/// wrong when there is none: an option without value.
std::optional<LibraryModule> make_library_module(std::string_view name, OptionTexts options,
                                                 std::string& problem);

/// A type in TorchScript's notation as a schema has it: "Optional[List[int]]" -> "int[]?".
std::string schema_type(std::string_view torchscript);
/// A type of a value in TorchScript's notation.
ValueType parse_torchscript_type(std::string_view text);
/// Empty when TorchScript has no such type: a struct of the user's.
std::string torchscript_type(const ValueType& type);

} // namespace fx::codegen
