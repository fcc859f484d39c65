// The tables of element types and memory layouts, compared with LibTorch's headers: what they say
// wrongly, or lack, does not compile.
#include "Example.h"

#include "fx/IR/ElementType.h"

#include <c10/core/Layout.h>
#include <c10/core/MemoryFormat.h>
#include <c10/core/ScalarType.h>
#include <torch/types.h>
#include <torch/version.h>

#include <limits>
#include <type_traits>

namespace fx::runtime {

namespace {

template <class T>
constexpr bool is_quantized = false;
#define FX_QUANTIZED(TYPE, NAME)                                                                   \
  template <>                                                                                      \
  constexpr bool is_quantized<TYPE> = true;
AT_FORALL_QINT_TYPES(FX_QUANTIZED)
#undef FX_QUANTIZED

template <class T>
constexpr ElementType::Kind kind_of() {
  if (std::is_same_v<T, bool>) return ElementType::Kind::Bool;
  if (is_quantized<T>) return ElementType::Kind::Quantized;
  if (c10::is_complex<T>::value) return ElementType::Kind::Complex;
  return std::numeric_limits<T>::is_integer ? ElementType::Kind::Integral
                                            : ElementType::Kind::Floating;
}

#define FX_ELEMENT_TYPE(NAME, ALIAS, CONVERSION, KIND, BYTES, ENUMERATOR, CONSTANT, NUMBER, SHORT) \
  static_assert(static_cast<int>(at::ScalarType::ENUMERATOR) == (NUMBER), NAME);                   \
  static_assert(torch::k##CONSTANT == at::ScalarType::ENUMERATOR, NAME);                           \
  static_assert(sizeof(c10::impl::ScalarTypeToCPPTypeT<at::ScalarType::ENUMERATOR>) == (BYTES),    \
                NAME);                                                                             \
  static_assert(kind_of<c10::impl::ScalarTypeToCPPTypeT<at::ScalarType::ENUMERATOR>>() ==          \
                    ElementType::Kind::KIND,                                                       \
                NAME);
#include "fx/IR/ElementTypes.def"

#define FX_LAYOUT(NAME, ENUMERATOR, NUMBER)                                                        \
  static_assert(static_cast<int>(at::Layout::ENUMERATOR) == (NUMBER) &&                            \
                    torch::k##ENUMERATOR == at::Layout::ENUMERATOR,                                \
                NAME);
#define FX_MEMORY_FORMAT(NAME, ENUMERATOR, NUMBER)                                                 \
  static_assert(static_cast<int>(at::MemoryFormat::ENUMERATOR) == (NUMBER), NAME);
#include "fx/IR/MemoryLayouts.def"

// Each of LibTorch's is in the tables; they do not have all of those that came with LibTorch 2.
constexpr bool has_all(int rows, int of_libtorch) {
  return TORCH_VERSION_MAJOR < 2 ? rows == of_libtorch : rows <= of_libtorch;
}
#define FX_ELEMENT_TYPE(NAME, ALIAS, CONVERSION, KIND, BYTES, ENUMERATOR, CONSTANT, NUMBER, SHORT) \
  +1
static_assert(has_all(0
#include "fx/IR/ElementTypes.def"
                      ,
                      static_cast<int>(at::ScalarType::Undefined)));
#define FX_LAYOUT(NAME, ENUMERATOR, NUMBER) +1
static_assert(has_all(0
#include "fx/IR/MemoryLayouts.def"
                      ,
                      static_cast<int>(at::Layout::NumOptions)));
#define FX_MEMORY_FORMAT(NAME, ENUMERATOR, NUMBER) +1
static_assert(has_all(0
#include "fx/IR/MemoryLayouts.def"
                      ,
                      static_cast<int>(at::MemoryFormat::NumOptions)));

} // namespace

std::optional<at::ScalarType> scalar_type(std::string_view name) {
  const ElementType* type = find_element_type(name);
  if (type == nullptr || !type->exists()) return std::nullopt;
  return static_cast<at::ScalarType>(type->number);
}

std::string_view dtype_name(at::ScalarType type) {
  for (const ElementType& known : all_element_types())
    if (known.number == static_cast<int>(type)) return known.name;
  return {};
}

} // namespace fx::runtime
