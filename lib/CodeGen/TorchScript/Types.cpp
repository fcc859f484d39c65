// Types in TorchScript's notation.
#include "Library.h"

#include <span>

namespace fx::codegen {

std::string torchscript_type(const ValueType& type) {
  using Kind = ValueType::Kind;
  // "List[int]"; nothing when an item has no type.
  const auto of_items = [&](std::string_view word, std::span<const ValueType> items) {
    std::string text = std::string(word) + "[";
    for (const ValueType& item : items) {
      const std::string spelled = torchscript_type(item);
      if (spelled.empty()) return std::string();
      text += (text.ends_with('[') ? "" : ", ") + spelled;
    }
    return text + "]";
  };
  switch (type.kind) {
  case Kind::Void:
  case Kind::None: return "NoneType";
  case Kind::Int:
  case Kind::Dtype:
  case Kind::Layout: return "int";
  case Kind::Float: return "float";
  case Kind::Bool: return "bool";
  case Kind::Scalar: return "number";
  case Kind::Device: return "Device";
  case Kind::Sizes: return "List[int]";
  case Kind::List: return of_items("List", std::span(type.items).first(1));
  case Kind::Optional: return of_items("Optional", std::span(type.items).first(1));
  case Kind::Struct:
  case Kind::Tuple: return type.items.empty() ? "Tuple[()]" : of_items("Tuple", type.items);
  case Kind::Map: return of_items("Dict", type.items);
  case Kind::String: return "str";
  case Kind::Other: return {};
  case Kind::Unknown:
  case Kind::Tensor: break;
  }
  return "Tensor";
}

} // namespace fx::codegen
