// What tensors hold: torch.dtype in Python, c10::ScalarType in LibTorch.
//
// Data: ElementTypes.def beside this file, the one place that knows names, sizes and numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace fx {

struct ElementType {
  enum class Kind : uint8_t { Floating, Integral, Complex, Quantized, Bool, Bits };

  std::string_view name;       // Python's after "torch.": "float32"
  std::string_view alias;      // "float"; empty: Python has no other name
  std::string_view conversion; // the method of a tensor that converts to it; empty: none does
  Kind kind;
  int64_t bytes; // of an element
  std::string_view
      enumerator;       // of c10::ScalarType: "Float"; empty: the installed LibTorch has none
  std::string_view cpp; // "torch::kFloat32"; empty like the enumerator
  int number;           // of the enumerator; -1 without one
  std::string_view short_name; // torch.fx's: "f32"; empty: it writes the whole name

  /// Whether the installed LibTorch has it. Text may name types of later versions.
  constexpr bool exists() const { return !enumerator.empty(); }
  constexpr bool is(Kind which) const { return kind == which; }
};

/// "float32" or "float", as Python says it after "torch."; null when there is no such type.
const ElementType* find_element_type(std::string_view name);
/// "Float" of c10::ScalarType; null when it has no such enumerator.
const ElementType* find_element_type_of_enumerator(std::string_view enumerator);
/// What tensor.float() converts to; null for the name of another method.
const ElementType* find_conversion(std::string_view method);
/// All of them: those of the installed LibTorch by their numbers, then those of later versions.
std::span<const ElementType> all_element_types();

} // namespace fx
