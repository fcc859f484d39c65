// Types in TorchScript's notation.
#include "Library.h"

namespace fx::codegen {
namespace {

using Kind = CppType::Kind;

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

CppType parse_torchscript_type(std::string_view text) {
  text = strip(text);
  if (const auto inner = argument_of(text, "Optional")) {
    CppType type = CppType::of(Kind::Optional, "");
    type.items.push_back(parse_torchscript_type(*inner));
    return type;
  }
  if (const auto inner = argument_of(text, "List")) {
    if (*inner == "int") return CppType::from_schema("int[]");
    return CppType::list(parse_torchscript_type(*inner));
  }
  if (const auto inner = argument_of(text, "Tuple")) {
    std::vector<CppType> items;
    for (const std::string_view item : split(*inner))
      items.push_back(parse_torchscript_type(item));
    return CppType::tuple(std::move(items));
  }
  return CppType::parse(text == "float" ? "double" : text);
}

std::string torchscript_type(const CppType& type) {
  switch (type.kind) {
  case Kind::Void: return "NoneType";
  case Kind::Int:
  case Kind::Dtype: return "int";
  case Kind::Float: return "float";
  case Kind::Bool: return "bool";
  case Kind::Scalar: return "number";
  case Kind::Device: return "Device";
  case Kind::Sizes: return "List[int]";
  case Kind::List: return "List[" + torchscript_type(type.items.front()) + "]";
  case Kind::Optional: return "Optional[" + torchscript_type(type.items.front()) + "]";
  case Kind::Tuple: {
    std::string text = "Tuple[";
    for (const CppType& item : type.items)
      text += (&item == type.items.data() ? "" : ", ") + torchscript_type(item);
    return text + "]";
  }
  case Kind::Other:
    if (type.text.find("string") != std::string::npos &&
        type.text.find("map<") == std::string::npos)
      return "str";
    if (const size_t open = type.text.find("map<"); open != std::string::npos) {
      const CppType tuple =
          CppType::parse("std::tuple" + type.text.substr(open + std::string_view("map").size()));
      if (tuple.items.size() >= 2)
        return "Dict[" + torchscript_type(tuple.items[0]) + ", " +
               torchscript_type(tuple.items[1]) + "]";
    }
    return type.text;
  case Kind::Unknown:
  case Kind::Tensor: break;
  }
  return "Tensor";
}

} // namespace fx::codegen
