#include "CppType.h"

#include <algorithm>
#include <iterator>

namespace fx::codegen {
namespace {

std::string_view trim(std::string_view text) {
  auto strip_word = [&](std::string_view word) {
    if (!text.starts_with(word)) return false;
    text.remove_prefix(word.size());
    return true;
  };
  auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\n'; };
  for (bool changed = true; changed && !text.empty();) {
    changed =
        strip_word("const ") || strip_word("struct ") || strip_word("class ") || strip_word("::");
    if (!text.empty() && is_space(text.front())) text.remove_prefix(1), changed = true;
    if (!text.empty() && (is_space(text.back()) || text.back() == '&'))
      text.remove_suffix(1), changed = true;
    if (text.ends_with(" const")) text.remove_suffix(6), changed = true;
  }
  return text;
}

std::vector<std::string_view> split_arguments(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  size_t start = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '<' || text[i] == '(') ++depth;
    if (text[i] == '>' || text[i] == ')') --depth;
    if (text[i] == ',' && depth == 0) {
      parts.push_back(text.substr(start, i - start));
      start = i + 1;
    }
  }
  parts.push_back(text.substr(start));
  return parts;
}

struct Name {
  std::string_view name;
  CppType::Kind kind;
  std::string_view text;
};

using Kind = CppType::Kind;

constexpr Name names[] = {
    {"void", Kind::Void, "void"},
    {"Tensor", Kind::Tensor, "torch::Tensor"},
    {"int64_t", Kind::Int, "int64_t"},
    {"long", Kind::Int, "int64_t"},
    {"int", Kind::Int, "int64_t"},
    {"int32_t", Kind::Int, "int64_t"},
    {"size_t", Kind::Int, "int64_t"},
    {"unsigned long", Kind::Int, "int64_t"},
    {"short", Kind::Int, "int64_t"},
    {"char", Kind::Int, "int64_t"},
    {"signed char", Kind::Int, "int64_t"},
    {"unsigned char", Kind::Int, "int64_t"},
    {"unsigned short", Kind::Int, "int64_t"},
    {"unsigned long long", Kind::Int, "int64_t"},
    {"unsigned int", Kind::Int, "int64_t"},
    {"long long", Kind::Int, "int64_t"},
    {"SymInt", Kind::Int, "int64_t"},
    {"double", Kind::Float, "double"},
    {"float", Kind::Float, "double"},
    {"bool", Kind::Bool, "bool"},
    {"Scalar", Kind::Scalar, "torch::Scalar"},
    {"ScalarType", Kind::Dtype, "torch::Dtype"},
    {"Dtype", Kind::Dtype, "torch::Dtype"},
    {"Device", Kind::Device, "torch::Device"},
    {"IntArrayRef", Kind::Sizes, "torch::IntArrayRef"},
    {"IntList", Kind::Sizes, "torch::IntArrayRef"},
    {"TensorList", Kind::List, "std::vector<torch::Tensor>"},
};

} // namespace

CppType CppType::tensor() {
  return of(Kind::Tensor, "torch::Tensor");
}

CppType CppType::of(Kind kind, std::string text) {
  CppType type;
  type.kind = kind;
  type.text = std::move(text);
  return type;
}

CppType CppType::tuple(std::vector<CppType> items) {
  CppType type = of(Kind::Tuple, "std::tuple<");
  for (const CppType& item : items)
    type.text += (&item == items.data() ? "" : ", ") + item.text;
  type.text += ">";
  type.items = std::move(items);
  return type;
}

CppType CppType::list(CppType item) {
  CppType type = of(Kind::List, "std::vector<" + item.text + ">");
  type.items.push_back(std::move(item));
  return type;
}

CppType CppType::optional(CppType item) {
  CppType type = of(Kind::Optional, "c10::optional<" + item.text + ">");
  type.items.push_back(std::move(item));
  return type;
}

namespace {

constexpr std::string_view maps[] = {"map", "unordered_map", "OrderedDict", "Dict"};

CppType without_arguments(std::string_view text, const CppType::Structs* structs) {
  const std::string_view last = text.substr(text.rfind(':') == text.npos ? 0 : text.rfind(':') + 1);
  if (structs) {
    if (auto found = structs->find(text); found != structs->end()) return found->second;
    if (last == "string") return CppType::of(Kind::Other, "std::string");
  }
  for (const Name& known : names) {
    if (known.name != last) continue;
    CppType type = CppType::of(known.kind, std::string(known.text));
    if (type.is(Kind::List)) type.items.push_back(CppType::tensor());
    if (structs && type.is_number() && last != "long" && last != "SymInt")
      type.text = last == "unsigned long" ? "size_t" : last;
    return type;
  }
  return CppType::of(Kind::Other, std::string(text));
}

std::string with_arguments(std::string_view name, const std::vector<CppType>& items) {
  std::string text = std::string(name) + "<";
  for (const CppType& item : items)
    text += (&item == items.data() ? "" : ", ") + item.text;
  return text + ">";
}

} // namespace

CppType CppType::parse(std::string_view text, const Structs* structs) {
  text = trim(text);
  if (text.empty()) return {};
  size_t open = text.find('<');
  std::string_view name = text.substr(0, open);
  std::string_view last = name.substr(name.rfind(':') == name.npos ? 0 : name.rfind(':') + 1);
  if (open == std::string_view::npos) return without_arguments(text, structs);
  if (!text.ends_with('>')) return of(Kind::Other, std::string(text));
  std::vector<CppType> items;
  for (std::string_view item : split_arguments(text.substr(open + 1, text.size() - open - 2)))
    items.push_back(parse(item, structs));
  if (last == "tuple") return tuple(std::move(items));
  if (last == "pair" && items.size() == 2) {
    CppType type = tuple(items);
    type.text = with_arguments("std::pair", items);
    return type;
  }
  if (last == "vector") return list(items.front());
  if (last == "array" && items.size() == 2) {
    CppType type = list(items.front());
    type.text = with_arguments("std::array", items);
    return type;
  }
  if (last == "ArrayRef") {
    if (items.front().text == "int64_t" || (!structs && items.front().is(Kind::Int)))
      return of(Kind::Sizes, "torch::IntArrayRef");
    CppType type = list(items.front());
    if (structs) type.text = with_arguments("torch::ArrayRef", items);
    return type;
  }
  if (last == "optional") {
    CppType type = optional(items.front());
    if (name == "std::optional") type.text = with_arguments(name, items);
    return type;
  }
  if (last == "basic_string" && items.front().text == "char") return of(Kind::Other, "std::string");
  CppType type = of(Kind::Other, with_arguments(name, items));
  const bool is_map = std::ranges::find(maps, last) != std::end(maps) && items.size() == 2;
  if (is_map) {
    type.kind = Kind::Map;
    type.items = std::move(items);
  }
  return type;
}

CppType CppType::from_schema(std::string_view text) {
  if (text.starts_with("Tensor")) return text.ends_with("[]") ? list(tensor()) : tensor();
  if (text.starts_with("int[]")) return of(Kind::Sizes, "torch::IntArrayRef");
  return parse(text);
}

} // namespace fx::codegen
