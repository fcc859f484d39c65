// Types in TorchScript's notation.
#include "Library.h"

#include <span>

namespace fx::codegen {
namespace {

using Kind = ValueType::Kind;

std::string_view strip(std::string_view text) {
  while (text.starts_with(' ') || text.starts_with('\n'))
    text.remove_prefix(1);
  while (text.ends_with(' ') || text.ends_with('\n'))
    text.remove_suffix(1);
  return text;
}

/// The parts of "a, b" that stand outside of brackets.
std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  size_t start = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '[' ? 1 : text[i] == ']' ? -1 : 0;
    if (text[i] != ',' || depth != 0) continue;
    parts.push_back(strip(text.substr(start, i - start)));
    start = i + 1;
  }
  parts.push_back(strip(text.substr(start)));
  return parts;
}

/// "Optional[int]" -> "int" for the word "Optional"; nothing when it is something else.
std::optional<std::string_view> argument_of(std::string_view text, std::string_view word) {
  if (!text.starts_with(word) || !text.substr(word.size()).starts_with('[')) return std::nullopt;
  return strip(text.substr(word.size() + 1, text.size() - word.size() - 2));
}

} // namespace

std::string schema_type(std::string_view torchscript) {
  torchscript = strip(torchscript);
  if (const auto inner = argument_of(torchscript, "Optional")) return schema_type(*inner) + "?";
  if (const auto inner = argument_of(torchscript, "List")) return schema_type(*inner) + "[]";
  return std::string(torchscript);
}

ValueType parse_torchscript_type(std::string_view text) {
  text = strip(text);
  if (const auto inner = argument_of(text, "Optional"))
    return ValueType::optional(parse_torchscript_type(*inner));
  if (const auto inner = argument_of(text, "List")) {
    if (*inner == "int") return ValueType::from_schema("int[]");
    return ValueType::list(parse_torchscript_type(*inner));
  }
  if (const auto inner = argument_of(text, "Tuple")) {
    std::vector<ValueType> items;
    for (const std::string_view item : split(*inner))
      items.push_back(parse_torchscript_type(item));
    return ValueType::tuple(std::move(items));
  }
  if (text == "str") return ValueType::of(Kind::String);
  return ValueType::parse(text == "float" ? "double" : text);
}

std::string torchscript_type(const ValueType& type) {
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
  case Kind::Tuple: return of_items("Tuple", type.items);
  case Kind::Map: return of_items("Dict", type.items);
  case Kind::String: return "str";
  case Kind::Other: return {};
  case Kind::Unknown:
  case Kind::Tensor: break;
  }
  return "Tensor";
}

} // namespace fx::codegen
