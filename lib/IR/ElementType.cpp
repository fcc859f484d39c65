#include "fx/IR/ElementType.h"

#include <algorithm>
#include <array>

namespace fx {

namespace {

constexpr auto types = std::to_array<ElementType>({
#define FX_ELEMENT_TYPE(NAME, ALIAS, CONVERSION, KIND, BYTES, ENUMERATOR, CONSTANT, NUMBER, SHORT) \
  {NAME,   ALIAS, CONVERSION, ElementType::Kind::KIND, BYTES, #ENUMERATOR, "torch::k" #CONSTANT,   \
   NUMBER, SHORT},
#define FX_LATER_ELEMENT_TYPE(NAME, KIND, BYTES, SHORT)                                            \
  {NAME, "", "", ElementType::Kind::KIND, BYTES, "", "", -1, SHORT},
#include "fx/IR/ElementTypes.def"
});

const ElementType* find(std::string_view text, std::string_view ElementType::* column) {
  const auto* found = std::ranges::find(types, text, column);
  return text.empty() || found == types.end() ? nullptr : found;
}

} // namespace

const ElementType* find_element_type(std::string_view name) {
  const ElementType* found = find(name, &ElementType::name);
  return found != nullptr ? found : find(name, &ElementType::alias);
}

const ElementType* find_element_type_of_enumerator(std::string_view enumerator) {
  return find(enumerator, &ElementType::enumerator);
}

const ElementType* find_conversion(std::string_view method) {
  return find(method, &ElementType::conversion);
}

std::span<const ElementType> all_element_types() {
  return types;
}

} // namespace fx
