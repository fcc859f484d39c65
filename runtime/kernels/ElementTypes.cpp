// The tables of element types and memory layouts, compared with LibTorch's headers: what they say
// wrongly, or lack of LibTorch 1.13's, does not compile.
#include <c10/core/Layout.h>
#include <c10/core/MemoryFormat.h>
#include <c10/core/ScalarType.h>
#include <torch/types.h>
#include <torch/version.h>

#include <limits>
#include <type_traits>

namespace fx_kernels {

namespace {

enum class Kind { Floating, Integral, Complex, Quantized, Bool, Bits };

template <class T>
constexpr bool is_quantized = false;
#define FX_QUANTIZED(TYPE, NAME)                                                                   \
  template <>                                                                                      \
  constexpr bool is_quantized<TYPE> = true;
AT_FORALL_QINT_TYPES(FX_QUANTIZED)
#undef FX_QUANTIZED

template <class T>
constexpr Kind kind_of() {
  if (std::is_same<T, bool>::value) return Kind::Bool;
  if (is_quantized<T>) return Kind::Quantized;
  if (c10::is_complex<T>::value) return Kind::Complex;
  return std::numeric_limits<T>::is_integer ? Kind::Integral : Kind::Floating;
}

#define FX_ELEMENT_TYPE(NAME, ALIAS, CONVERSION, KIND, BYTES, ENUMERATOR, CONSTANT, NUMBER, SHORT) \
  static_assert(static_cast<int>(at::ScalarType::ENUMERATOR) == (NUMBER), NAME);                   \
  static_assert(torch::k##CONSTANT == at::ScalarType::ENUMERATOR, NAME);                           \
  static_assert(sizeof(c10::impl::ScalarTypeToCPPTypeT<at::ScalarType::ENUMERATOR>) == (BYTES),    \
                NAME);                                                                             \
  static_assert(                                                                                   \
      kind_of<c10::impl::ScalarTypeToCPPTypeT<at::ScalarType::ENUMERATOR>>() == Kind::KIND, NAME);
#include "fx/IR/ElementTypes.def"

#define FX_LAYOUT(NAME, ENUMERATOR, NUMBER)                                                        \
  static_assert(static_cast<int>(at::Layout::ENUMERATOR) == (NUMBER) &&                            \
                    torch::k##ENUMERATOR == at::Layout::ENUMERATOR,                                \
                NAME);
#define FX_MEMORY_FORMAT(NAME, ENUMERATOR, NUMBER)                                                 \
  static_assert(static_cast<int>(at::MemoryFormat::ENUMERATOR) == (NUMBER), NAME);
#include "fx/IR/MemoryLayouts.def"

// Each of LibTorch's is in the tables; later versions have more.
#define FX_ELEMENT_TYPE(NAME, ALIAS, CONVERSION, KIND, BYTES, ENUMERATOR, CONSTANT, NUMBER, SHORT) \
  +1
constexpr int element_types = 0
#include "fx/IR/ElementTypes.def"
    ;
#define FX_LAYOUT(NAME, ENUMERATOR, NUMBER) +1
constexpr int layouts = 0
#include "fx/IR/MemoryLayouts.def"
    ;
#define FX_MEMORY_FORMAT(NAME, ENUMERATOR, NUMBER) +1
constexpr int memory_formats = 0
#include "fx/IR/MemoryLayouts.def"
    ;
template <class Enumerator>
constexpr bool are_all(int rows, Enumerator end) {
  return TORCH_VERSION_MAJOR > 1 ? rows <= static_cast<int>(end) : rows == static_cast<int>(end);
}
static_assert(are_all(element_types, at::ScalarType::Undefined), "element types");
static_assert(are_all(layouts, at::Layout::NumOptions), "layouts");
static_assert(are_all(memory_formats, at::MemoryFormat::NumOptions), "memory formats");

} // namespace

} // namespace fx_kernels
