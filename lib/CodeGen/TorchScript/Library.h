// What the modules and functions of torch::nn are in TorchScript: Modules/*.tsl and
// Functions/*.tsl, which utils/gen-torchscript-library.py checks and writes as tables.
#pragma once

#include "fx/IR/ValueType.h"
#include "fx/Support/Error.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fx::codegen {

struct LibraryParameter {
  std::string_view name;
  /// As in a schema: "int[]?" for Optional[List[int]]. Tuples stay in TorchScript's notation.
  std::string_view type;
  bool has_default = false;
};

/// A function of Functions/*.tsl.
struct LibraryFunction {
  std::string_view name;
  std::span<const LibraryParameter> parameters;
  ValueType (*result)();
  /// The names of the functions of the library that it calls.
  std::span<const std::string_view> calls;
  std::string_view text;
};

/// torch.nn.functional.NAME, where it is no operator; null when the library has none.
const LibraryFunction* find_library_function(std::string_view name);
/// The functions that `text` calls (__torch__.NAME), and those that they call, in the order of the
/// library.
std::vector<const LibraryFunction*> library_functions_in(std::string_view text);
/// The functions of the library, whose names no class can take.
std::span<const LibraryFunction> library_functions();

/// Options as TorchScript text, by name.
using OptionTexts = std::map<std::string, std::string, std::less<>>;

struct LibraryTensor {
  std::string name;
  bool is_parameter = true;
  bool is_present = true; // else None: the module was made without it
};

struct LibraryChild {
  std::string name;
  std::string_view module; // "Linear"
  OptionTexts options;
  std::optional<int> count; // of a list; nothing for a single module
};

/// A class of Modules/*.tsl, made with options.
struct LibraryModule {
  std::vector<LibraryTensor> tensors;
  std::vector<LibraryChild> children;
  std::string_view signature; // "input: Tensor) -> Tensor:"
  std::span<const LibraryParameter> parameters;
  ValueType result;
  std::string body; // lines, indented
};

/// Whether the library has a class of this name: "Conv2d".
bool has_library_module(std::string_view name);
/// The type of an option as in a schema: "int[2]", "float?"; nothing when the class has none of
/// this name.
std::optional<std::string_view> library_option_type(std::string_view name, std::string_view option);
/// The module made with these options, defaults for those that are missing. Error: an option has
/// neither.
Expected<LibraryModule> make_library_module(std::string_view name, const OptionTexts& options);

/// Empty when TorchScript has no such type: a struct of the user's.
std::string torchscript_type(const ValueType& type);

} // namespace fx::codegen
