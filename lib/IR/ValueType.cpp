#include "fx/IR/ValueType.h"

#include <algorithm>
#include <iterator>

namespace fx {
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
    if (text[i] == '<' || text[i] == '(' || text[i] == '[') ++depth;
    if (text[i] == '>' || text[i] == ')' || text[i] == ']') --depth;
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
  ValueType::Kind kind;
};

using Kind = ValueType::Kind;

constexpr Name names[] = {
    {"void", Kind::Void},
    {"Tensor", Kind::Tensor},
    {"int64_t", Kind::Int},
    {"long", Kind::Int},
    {"int", Kind::Int},
    {"int8_t", Kind::Int},
    {"int16_t", Kind::Int},
    {"int32_t", Kind::Int},
    {"uint8_t", Kind::Int},
    {"uint16_t", Kind::Int},
    {"uint32_t", Kind::Int},
    {"uint64_t", Kind::Int},
    {"size_t", Kind::Int},
    {"unsigned long", Kind::Int},
    {"short", Kind::Int},
    {"char", Kind::Int},
    {"signed char", Kind::Int},
    {"unsigned char", Kind::Int},
    {"unsigned short", Kind::Int},
    {"unsigned long long", Kind::Int},
    {"unsigned int", Kind::Int},
    {"long long", Kind::Int},
    {"SymInt", Kind::Int},
    {"double", Kind::Float},
    {"float", Kind::Float},
    {"bool", Kind::Bool},
    {"Scalar", Kind::Scalar},
    {"string", Kind::String},
    {"ScalarType", Kind::Dtype},
    {"Dtype", Kind::Dtype},
    {"Device", Kind::Device},
    // Classes of the user's are called so.
    {"at::Layout", Kind::Layout},
    {"c10::Layout", Kind::Layout},
    {"torch::Layout", Kind::Layout},
    {"IntArrayRef", Kind::Sizes},
    {"IntList", Kind::Sizes},
};

// Python's words, and TorchScript's.
constexpr Name annotations[] = {
    {"torch.Tensor", Kind::Tensor}, {"Tensor", Kind::Tensor},       {"int", Kind::Int},
    {"float", Kind::Float},         {"bool", Kind::Bool},           {"str", Kind::String},
    {"number", Kind::Scalar},       {"torch.dtype", Kind::Dtype},   {"torch.device", Kind::Device},
    {"Device", Kind::Device},       {"torch.layout", Kind::Layout}, {"None", Kind::None},
    {"NoneType", Kind::None},
};

std::string_view usual_text(Kind kind) {
  switch (kind) {
  case Kind::Void: return "void";
  case Kind::Tensor:
  case Kind::None: return "torch::Tensor";
  case Kind::Int: return "int64_t";
  case Kind::Float: return "double";
  case Kind::Bool: return "bool";
  case Kind::Scalar: return "torch::Scalar";
  case Kind::String: return "std::string";
  case Kind::Dtype: return "torch::Dtype";
  case Kind::Device: return "torch::Device";
  case Kind::Layout: return "torch::Layout";
  case Kind::Sizes: return "torch::IntArrayRef";
  default: return {};
  }
}

std::string with_arguments(std::string_view name, const std::vector<ValueType>& items) {
  std::string text = std::string(name) + "<";
  for (const ValueType& item : items)
    text += (&item == items.data() ? "" : ", ") + item.text;
  return text + ">";
}

} // namespace

bool ValueType::is_plain() const {
  switch (kind) {
  case Kind::Int:
  case Kind::Float:
  case Kind::Bool:
  case Kind::Scalar:
  case Kind::String:
  case Kind::Dtype:
  case Kind::Device:
  case Kind::Layout:
  case Kind::Sizes: return true;
  case Kind::Tuple:
  case Kind::List:
  case Kind::Optional:
    return std::ranges::all_of(items, [](const ValueType& item) { return item.is_plain(); });
  default: return false;
  }
}

Passing passing_of(std::string_view declared) {
  if (declared.ends_with("&&")) return {"&&", declared.starts_with("const ")};
  if (declared.ends_with('&')) return {"&", declared.starts_with("const ")};
  return {};
}

bool ValueType::is_unsigned() const {
  return is(Kind::Bool) || (is(Kind::Int) && (text == "size_t" || text.starts_with("unsigned") ||
                                              text.starts_with("uint")));
}

ValueType ValueType::computed() const {
  return is_number() ? of(kind) : *this;
}

ValueType ValueType::of(Kind kind) {
  return of(kind, std::string(usual_text(kind)));
}

ValueType ValueType::of(Kind kind, std::string text) {
  ValueType type;
  type.kind = kind;
  type.text = std::move(text);
  return type;
}

ValueType ValueType::tuple(std::vector<ValueType> items) {
  ValueType type = of(Kind::Tuple, with_arguments("std::tuple", items));
  type.items = std::move(items);
  return type;
}

ValueType ValueType::list(ValueType item) {
  ValueType type = of(Kind::List, "std::vector<" + item.text + ">");
  type.items.push_back(std::move(item));
  return type;
}

ValueType ValueType::optional(ValueType item) {
  ValueType type = of(Kind::Optional, "c10::optional<" + item.text + ">");
  type.items.push_back(std::move(item));
  return type;
}

ValueType ValueType::map(std::string_view name, ValueType key, ValueType value) {
  std::vector<ValueType> items{std::move(key), std::move(value)};
  ValueType type = of(Kind::Map, with_arguments(name, items));
  type.items = std::move(items);
  return type;
}

namespace {

// Of the names above; a class of the user's may be called Device.
constexpr std::string_view scopes[] = {"", "std::", "at::", "c10::", "torch::"};
constexpr std::string_view maps[] = {"map", "unordered_map", "OrderedDict", "Dict"};

/// torch::ExpandingArray: a list of a known length, which one number stands for too.
ValueType expanding_array(std::string_view text, ValueType item) {
  ValueType type = ValueType::list(std::move(item));
  type.text = text;
  return type;
}

/// The class of LibTorch's that has parts as a struct has members.
ValueType packed_sequence(std::string_view text) {
  ValueType type = ValueType::of(Kind::Struct, std::string(text));
  type.members = {"data", "batch_sizes", "sorted_indices", "unsorted_indices"};
  type.items.assign(type.members.size(), ValueType::tensor());
  return type;
}

ValueType without_arguments(std::string_view text, const ValueType::Structs* structs) {
  if (text == "torch::nn::utils::rnn::PackedSequence") return packed_sequence(text);
  const std::string_view last = text.substr(text.rfind(':') == text.npos ? 0 : text.rfind(':') + 1);
  if (structs)
    if (auto found = structs->find(text); found != structs->end()) return found->second;
  if (last == "TensorList") return ValueType::list(ValueType::tensor());
  if (last == "ExpandingArrayDouble") return expanding_array(text, ValueType::of(Kind::Float));
  const std::string_view scope = text.substr(0, text.size() - last.size());
  // A declaration may name LibTorch by an alias.
  const bool is_theirs = structs || std::ranges::find(scopes, scope) != std::end(scopes);
  const auto* known = std::ranges::find_if(
      names, [&](const Name& row) { return (is_theirs && row.name == last) || row.name == text; });
  if (known == std::end(names)) return ValueType::of(Kind::Other, std::string(text));
  ValueType type = ValueType::of(known->kind);
  if (structs && type.is_number() && last != "long" && last != "SymInt")
    type.text = last == "unsigned long" ? "size_t" : last;
  return type;
}

} // namespace

namespace {

/// Types are read by recursion; what is nested so deep is the name of no type.
bool is_nested_too_deeply(std::string_view text, char open, char close) {
  constexpr int max_depth = 200;
  if (text.size() < static_cast<size_t>(max_depth)) return false;
  int depth = 0, deepest = 0;
  for (const char c : text) {
    depth += c == open ? 1 : c == close ? -1 : 0;
    deepest = std::max(deepest, depth);
  }
  return deepest > max_depth;
}

} // namespace

ValueType ValueType::parse(std::string_view text, const Structs* structs) {
  text = trim(text);
  if (text.empty()) return {};
  if (is_nested_too_deeply(text, '<', '>')) return of(Kind::Other, std::string(text));
  size_t open = text.find('<');
  std::string_view name = text.substr(0, open);
  std::string_view last = name.substr(name.rfind(':') == name.npos ? 0 : name.rfind(':') + 1);
  if (open == std::string_view::npos) return without_arguments(text, structs);
  if (!text.ends_with('>')) return of(Kind::Other, std::string(text));
  std::vector<ValueType> items;
  const std::string_view inside = trim(text.substr(open + 1, text.size() - open - 2));
  if (inside.empty() && last == "tuple") return tuple({});
  for (std::string_view item : split_arguments(inside))
    items.push_back(parse(item, structs));
  if (last == "tuple") return tuple(std::move(items));
  if (last == "pair" && items.size() == 2) {
    ValueType type = tuple(items);
    type.text = with_arguments("std::pair", items);
    return type;
  }
  if (last == "vector") return list(items.front());
  if (last == "array" && items.size() == 2) {
    ValueType type = list(items.front());
    type.text = with_arguments("std::array", items);
    return type;
  }
  if (last == "ExpandingArray" || last == "ExpandingArrayWithOptionalElem")
    return expanding_array(text, items.size() > 1 ? std::move(items[1]) : of(Kind::Int));
  if (last == "ArrayRef") {
    if (items.front().text == "int64_t" || (!structs && items.front().is(Kind::Int)))
      return of(Kind::Sizes, "torch::IntArrayRef");
    ValueType type = list(items.front());
    if (structs) type.text = with_arguments("torch::ArrayRef", items);
    return type;
  }
  if (last == "optional") {
    ValueType type = optional(items.front());
    if (name == "std::optional") type.text = with_arguments(name, items);
    return type;
  }
  // Without `structs` every integer has the text of one.
  if (last == "basic_string" && items.front().is(Kind::Int)) return of(Kind::String);
  if (std::ranges::find(maps, last) != std::end(maps) && items.size() == 2)
    return map(name, std::move(items[0]), std::move(items[1]));
  return of(Kind::Other, with_arguments(name, items));
}

ValueType ValueType::from_schema(std::string_view text) {
  if (text.ends_with('?')) return optional(from_schema(text.substr(0, text.size() - 1)));
  if (text.ends_with(']')) {
    ValueType item = from_schema(text.substr(0, text.rfind('[')));
    return item.is(Kind::Int) ? of(Kind::Sizes) : list(std::move(item));
  }
  if (text.starts_with("Tensor")) return tensor();
  if (text == "str") return of(Kind::String);
  return parse(text);
}

ValueType ValueType::from_annotation(std::string_view text) {
  text = trim(text);
  if (text.starts_with("typing.")) text.remove_prefix(7);
  if (is_nested_too_deeply(text, '[', ']')) return of(Kind::Other, std::string(text));
  const size_t open = text.find('[');
  if (open == std::string_view::npos) {
    for (const Name& row : annotations)
      if (row.name == text) return of(row.kind);
    return text.empty() ? ValueType() : of(Kind::Other, std::string(text));
  }
  const std::string_view word = text.substr(0, open);
  const std::string_view inside = text.substr(open + 1, text.rfind(']') - open - 1);
  std::vector<ValueType> items;
  if (inside != "()")
    for (const std::string_view item : split_arguments(inside))
      items.push_back(from_annotation(item));
  if (word == "Tuple" || word == "tuple") return tuple(std::move(items));
  if ((word == "List" || word == "list") && items.size() == 1) return list(std::move(items[0]));
  if (word == "Optional" && items.size() == 1) return optional(std::move(items[0]));
  if ((word == "Dict" || word == "dict") && items.size() == 2)
    return map("torch::OrderedDict", std::move(items[0]), std::move(items[1]));
  return of(Kind::Other, std::string(text));
}

std::string annotation(const ValueType& type) {
  using Kind = ValueType::Kind;
  const auto of_items = [&](std::string_view word, size_t count) {
    std::string text = std::string(word) + "[";
    for (size_t i = 0; i < count; ++i) {
      const std::string item = annotation(type.items[i]);
      if (item.empty()) return std::string();
      text += (i == 0 ? "" : ", ") + item;
    }
    return text + "]";
  };
  switch (type.kind) {
  case Kind::Tensor: return "torch.Tensor";
  case Kind::Int: return "int";
  case Kind::Float: return "float";
  case Kind::Bool: return "bool";
  case Kind::String: return "str";
  case Kind::Dtype: return "torch.dtype";
  case Kind::Device: return "torch.device";
  case Kind::Layout: return "torch.layout";
  case Kind::Sizes: return "typing.List[int]";
  case Kind::Tuple:
    return type.items.empty() ? "typing.Tuple[()]" : of_items("typing.Tuple", type.items.size());
  case Kind::List: return of_items("typing.List", 1);
  case Kind::Optional: return of_items("typing.Optional", 1);
  case Kind::Map: return of_items("typing.Dict", type.items.size());
  default: return {};
  }
}

} // namespace fx
