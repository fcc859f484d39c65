// Arguments of a graph as C++ expressions.
#include "CppWriter.h"

#include "fx/IR/ElementType.h"
#include "fx/IR/MemoryLayout.h"
#include "fx/IR/Printer.h"
#include "fx/Ops/LibTorch.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <utility>

namespace fx::codegen {
namespace {

using Kind = Argument::Kind;

/// The C++ constant that a row of a table says; empty without a row.
template <class Row>
std::string constant(const Row* row) {
  return row == nullptr ? std::string() : std::string(row->cpp);
}

std::string device(std::string_view text) {
  size_t colon = text.find(':');
  std::string_view type = text.substr(0, colon);
  std::string_view known = type == "cpu" ? "torch::kCPU" : type == "cuda" ? "torch::kCUDA" : "";
  if (known.empty()) return "torch::Device(" + cpp_string(text) + ")";
  std::string result = "torch::Device(" + std::string(known);
  if (colon != text.npos) result += ", " + std::string(text.substr(colon + 1));
  return result + ")";
}

std::string floating(double value) {
  if (std::isnan(value)) return "std::numeric_limits<double>::quiet_NaN()";
  if (std::isinf(value))
    return std::string(value < 0 ? "-" : "") + "std::numeric_limits<double>::infinity()";
  return python_float(value);
}

std::string integer(int64_t value) {
  // The literal without its sign would not fit.
  if (value == std::numeric_limits<int64_t>::min()) return "std::numeric_limits<int64_t>::min()";
  return std::to_string(value);
}

// "int[2]?" -> "int"
std::string_view item_type(std::string_view type) {
  return type.substr(0, type.find('['));
}

/// Whether C++ takes the literal for an int; the least of them is written as the negative of what
/// is none.
bool is_int_literal(const Argument& argument) {
  return argument.is(Kind::Int) && std::in_range<int32_t>(argument.as_int()) &&
         argument.as_int() != std::numeric_limits<int32_t>::min();
}

} // namespace

std::string cpp_string(std::string_view text) {
  std::string result = "\"";
  for (unsigned char c : text) {
    if (c == '"' || c == '\\')
      (result += '\\') += static_cast<char>(c);
    else if (c == '\n')
      result += "\\n";
    else if (c == '\t')
      result += "\\t";
    else if (c < 0x20 || c == 0x7f) {
      char octal[5];
      std::snprintf(octal, sizeof octal, "\\%03o", c);
      result += octal;
    } else
      result += static_cast<char>(c);
  }
  return result + "\"";
}

std::string CppWriter::literal(const Argument& argument) {
  std::string text;
  switch (argument.kind()) {
  case Kind::None: return "c10::nullopt";
  case Kind::Bool: return argument.as_bool() ? "true" : "false";
  case Kind::Int: return integer(argument.as_int());
  case Kind::Float: return floating(argument.as_float());
  case Kind::Complex:
    return "c10::complex<double>(" + floating(argument.items()[0].as_float()) + ", " +
           floating(argument.items()[1].as_float()) + ")";
  case Kind::String: return cpp_string(argument.symbol());
  case Kind::Device: return device(argument.symbol());
  case Kind::Dtype: text = constant(find_element_type(argument.symbol())); break;
  case Kind::Layout: text = constant(find_layout(argument.symbol())); break;
  case Kind::MemoryFormat: text = constant(find_memory_format(argument.symbol())); break;
  case Kind::Ellipsis: return "torch::indexing::Ellipsis";
  case Kind::Node: return expression(argument.as_node());
  default: break;
  }
  if (!text.empty()) return text;
  return failure_.at(current_, diag::argument_without_a_name, python_repr(argument));
}

std::string CppWriter::braces(const Argument& argument, std::string_view type) {
  std::string text = "{";
  for (const Argument& item : argument.items()) {
    if (&item != argument.items().data()) text += ", ";
    std::string spelled = item.is_sequence() ? braces(item, type) : value(item, type);
    // Braces forbid the silent conversion of a variable.
    if (type == "float" && item.is_node()) spelled.insert(0, "static_cast<double>(").append(")");
    text += spelled;
  }
  return text + "}";
}

std::string CppWriter::list_value(const Argument& argument, std::string_view type) {
  auto items = argument.items();
  std::string_view item = item_type(type);
  if (item == "Tensor") {
    // Braces around one tensor would be that tensor.
    if (items.size() < 2 && type.find("?[") == type.npos)
      return "std::vector<torch::Tensor>" + braces(argument, item);
    return braces(argument, item);
  }
  if (item == "int" || item == "SymInt") {
    if (items.empty()) return "torch::IntArrayRef{}";
    // {0, n} could also be a null pointer and a length: an empty list of dimension names.
    if (items.size() == 2 && items[0].is(Kind::Int) && items[0].as_int() == 0)
      return "torch::IntArrayRef(" + braces(argument, item) + ")";
    return braces(argument, item);
  }
  if (item == "float") return "torch::ArrayRef<double>(" + braces(argument, item) + ")";
  if (!type.empty()) return braces(argument, item);
  if (argument.is(Kind::List)) {
    ValueType list = this->type(argument);
    return list.text + braces(argument, {});
  }
  return "std::make_tuple(" + joined(items) + ")";
}

std::string CppWriter::value(const Argument& argument, std::string_view type) {
  switch (argument.kind()) {
  case Kind::List:
  case Kind::Tuple: return list_value(argument, type);
  case Kind::None: return type.empty() || type.starts_with("Tensor") ? "{}" : "c10::nullopt";
  case Kind::Slice:
  case Kind::Range:
  case Kind::Dict:
    return failure_.at(current_, diag::argument_not_written, python_repr(argument), "C++");
  case Kind::Node: {
    bool unwraps = this->type(argument.as_node()).is(ValueType::Kind::Optional) &&
                   !type.ends_with('?') && !keeps_optional_;
    const std::string& name = expression(argument.as_node());
    if (unwraps) return name + ".value()";
    // Older LibTorch has an optional of its own.
    const ValueType& given = this->type(argument.as_node());
    if (type.ends_with('?') && given.text.starts_with("std::optional<"))
      return "(" + name + ".has_value() ? " + ValueType::optional(given.items.front()).text + "(*" +
             name + ") : c10::nullopt)";
    return name;
  }
  default: return literal(argument);
  }
}

std::string CppWriter::index_value(const Argument& argument) {
  if (argument.is_none()) return "torch::indexing::None";
  if (!argument.is(Kind::Slice)) return value(argument, "Tensor[]");
  auto parts = argument.items();
  size_t count = 3;
  while (count > 0 && parts[count - 1].is_none())
    --count;
  std::string text = "torch::indexing::Slice(";
  for (size_t i = 0; i < count; ++i)
    text +=
        (i ? ", " : "") + (parts[i].is_none() ? "torch::indexing::None" : value(parts[i], "int?"));
  return text + ")";
}

std::string CppWriter::option_value(const Argument& argument, std::string_view declared) {
  using enum ValueType::Kind;
  const ValueType whole = ValueType::parse(declared);
  const bool is_optional = whole.is(Optional);
  const ValueType& type = is_optional ? whole.items.front() : whole;
  if (argument.is(Kind::String) && !type.is(String)) {
    std::string tag = ops::libtorch_of(module_).cpp_enum(argument.symbol());
    return !tag.empty() ? tag
                        : failure_.at(current_, diag::option_value_missing, python_repr(argument));
  }
  if (argument.is_none()) return type.is(Tensor) ? "torch::Tensor()" : "c10::nullopt";
  if (type.is(Dtype)) return value(argument, "ScalarType");
  const bool floats = type.is(List) && type.items.front().is(Float);
  const std::string_view item = floats ? "float" : "int";
  if (type.is(List) && type.text.starts_with("std::vector<")) {
    const ValueType given = this->type(argument);
    // x.sizes() refers to a list, and a vector has no constructor for it.
    if (argument.is_node() && given.is(Sizes)) return value(argument) + ".vec()";
    if (argument.is_node() && given.is(List)) return value(argument);
    return type.text +
           braces(argument.is_sequence() ? argument : Argument::tuple({argument}), item);
  }
  if (argument.is_sequence()) {
    auto items = argument.items();
    if (items.size() == 1 && !is_optional) return option_value(items.front(), declared);
    std::string text = braces(argument, item);
    if (!is_optional) return text;
    return "torch::ExpandingArray<" + std::to_string(items.size()) + (floats ? ", double" : "") +
           ">(" + text + ")";
  }
  return value(argument, type.is(Tensor) ? "Tensor" : "");
}

void CppWriter::find_elements(const Argument& data, TensorElements& found) const {
  if (data.is_sequence()) {
    for (const Argument& item : data.items())
      find_elements(item, found);
    return;
  }
  const ValueType type = this->type(data);
  found.has_float |= type.is(ValueType::Kind::Float);
  found.has_int |= type.is(ValueType::Kind::Int);
  found.has_bool |= type.is(ValueType::Kind::Bool);
  found.has_long |= type.is(ValueType::Kind::Int) && !is_int_literal(data);
  ++found.count;
}

std::string CppWriter::tensor_data(const Argument& data, const TensorElements& elements) {
  const auto nested = [&](const Argument& item) { return tensor_data(item, elements); };
  if (data.is_sequence()) return "{" + comma_list(data.items(), nested) + "}";
  const ValueType type = this->type(data);
  if (!type.is_number()) return value(data);
  const auto as = [&](std::string_view kind) {
    return "static_cast<" + std::string(kind) + ">(" + value(data) + ")";
  };
  if (elements.has_float) {
    if (data.is(Kind::Int)) return floating(static_cast<double>(data.as_int()));
    return type.is(ValueType::Kind::Float) && type.text == "double" ? value(data) : as("double");
  }
  // What is computed of literals is an int in C++, whatever its type is here.
  const bool is_wide = elements.has_long || (elements.has_int && elements.has_bool);
  const bool is_long = data.is(Kind::Int) && !is_int_literal(data);
  return is_wide && elements.count > 1 && !is_long ? as("int64_t") : value(data);
}

std::string CppWriter::special_function(const Node* node, std::string_view callee) {
  std::string text = std::string(callee) + "(";
  if (callee == "torch::tensor" && !node->args().empty()) {
    // All elements of torch::tensor must have one type.
    TensorElements elements;
    find_elements(node->arg(0), elements);
    text += tensor_data(node->arg(0), elements);
    std::string options;
    for (const KeywordArgument& keyword : node->kwargs())
      if (!keyword.value.is_none())
        options += "." + keyword.name.str() + "(" + value(keyword.value) + ")";
    if (!options.empty()) text += ", torch::TensorOptions()" + options;
  } else {
    text += joined(node->args());
    if (!node->kwargs().empty())
      return failure_.at(node, diag::keywords_in_cpp, node->target().str());
  }
  return text + ")";
}

std::string CppWriter::joined(std::span<const Argument> arguments) {
  return comma_list(arguments, [&](const Argument& argument) { return value(argument); });
}

namespace {

// Where to break the first line of `text`: behind '=' if the rest then fits, else at the outermost
// comma, dot or bracket that leaves no more than `width` columns; 0 when there is none.
size_t break_position(std::string_view text, size_t width) {
  constexpr int depths = 8;
  size_t best[depths] = {};
  int depth = 0;
  bool quoted = false;
  for (size_t i = 1; i < text.size() && i < width; ++i) {
    if (text[i] == '"' && text[i - 1] != '\\') quoted = !quoted;
    if (quoted) continue;
    std::string_view here = text.substr(i);
    if (here.starts_with(" = ") && depth == 0 && text.size() - (i + 3) <= width - 4) return i + 2;
    if (text[i] == '(' || text[i] == '{') ++depth;
    if (text[i] == ')' || text[i] == '}') --depth;
    if (depth < 0 || depth >= depths) continue;
    if (here.starts_with(", ")) best[depth] = i + 1;
    // A chain of setters; `a.b()` is no chain.
    if (text[i] == '.' && text[i - 1] == ')') best[depth] = i;
    if (text[i] == '(' && i + 1 < text.size() && text[i + 1] != ')' && best[depth] == 0)
      best[depth] = i + 1;
  }
  for (size_t at : best)
    if (at > 0) return at;
  return 0;
}

} // namespace

std::string wrap(std::string text, size_t indent) {
  std::string result;
  for (size_t width = 100 - indent; text.size() > width; width = 100 - indent - 4) {
    size_t at = break_position(text, width);
    if (at == 0) break;
    result += text.substr(0, at) + "\n" + std::string(indent + 4, ' ');
    text.erase(0, text[at] == ' ' ? at + 1 : at);
  }
  return result + text;
}

} // namespace fx::codegen
