// Arguments of a graph as TorchScript expressions.
#include "TorchScriptWriter.h"

#include "../Python/PythonWriter.h"

#include "fx/IR/ElementType.h"
#include "fx/IR/MemoryLayout.h"
#include "fx/IR/Printer.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace fx::codegen {
namespace {

using Kind = Argument::Kind;

/// The number that a row of a table gives an enumerator: that is what TorchScript writes. -1
/// without a row.
template <class Row>
int enumerator(const Row* row) {
  return row == nullptr ? -1 : row->number;
}

std::string floating(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return python_float(value);
}

/// "int[2]?" -> "int[2]"
std::string_view without_optional(std::string_view type) {
  if (type.ends_with('?')) type.remove_suffix(1);
  return type;
}

/// "int?[2]" -> "int?"; empty when it is no list.
std::string_view item_type(std::string_view type) {
  return type.ends_with(']') && !type.starts_with("Tuple") ? type.substr(0, type.rfind('['))
                                                           : std::string_view();
}

/// 2 of "int[2]", else 1.
int length_of(std::string_view type) {
  int length = 1;
  const std::string_view number = type.substr(type.rfind('[') + 1);
  std::from_chars(number.data(), number.data() + number.size(), length);
  return length;
}

/// A type of a schema in TorchScript's notation: "int?" -> "Optional[int]".
std::string annotation(std::string_view type) {
  if (type.ends_with('?')) return "Optional[" + annotation(without_optional(type)) + "]";
  if (type == "SymInt") return "int";
  if (type == "Scalar") return "number";
  return std::string(type);
}

} // namespace

std::string TorchScriptWriter::literal(const Argument& argument) {
  int number = -1;
  switch (argument.kind()) {
  case Kind::None: return "None";
  case Kind::Bool: return argument.as_bool() ? "True" : "False";
  case Kind::Int: return std::to_string(argument.as_int());
  case Kind::Float: return floating(argument.as_float());
  case Kind::Complex:
    return "complex(" + floating(argument.items()[0].as_float()) + ", " +
           floating(argument.items()[1].as_float()) + ")";
  case Kind::String: return python_quoted(argument.symbol());
  case Kind::Device: return "torch.device(" + python_quoted(argument.symbol()) + ")";
  case Kind::Dtype: number = enumerator(find_element_type(argument.symbol())); break;
  case Kind::Layout: number = enumerator(find_layout(argument.symbol())); break;
  case Kind::MemoryFormat: number = enumerator(find_memory_format(argument.symbol())); break;
  default: break;
  }
  if (number >= 0) return std::to_string(number);
  return failure_.at(current_, diag::argument_not_written, python_repr(argument), "TorchScript");
}

std::string TorchScriptWriter::node_value(const Node* node, std::string_view type) {
  std::string text = variables_[node];
  if (type.empty()) return text;
  const bool takes_none = type.ends_with('?');
  type = without_optional(type);
  const ValueType* held = &this->type(node);
  if (held->is(ValueType::Kind::Optional) && !takes_none) {
    text = "torch._unwrap_optional(" + text + ")";
    held = &held->items.front();
  }
  const std::string_view item = item_type(type);
  const bool is_number = held->is_number() || held->is(ValueType::Kind::Scalar);
  if (!item.empty() && is_number) {
    // A number stands for a list of known length.
    std::string list = "[" + text;
    for (int left = length_of(type); left > 1; --left)
      list += ", " + text;
    return list + "]";
  }
  if (type == "float" && !held->is(ValueType::Kind::Float)) return "float(" + text + ")";
  if ((type == "int" || type == "SymInt") &&
      (held->is(ValueType::Kind::Float) || held->is(ValueType::Kind::Scalar) ||
       held->is(ValueType::Kind::Tensor)))
    return "int(" + text + ")";
  if (type == "bool" && !held->is(ValueType::Kind::Bool)) return "bool(" + text + ")";
  return text;
}

std::string TorchScriptWriter::list_value(const Argument& argument, std::string_view type) {
  const auto items = argument.items();
  const std::string_view item = item_type(without_optional(type));
  const bool is_tuple = item.empty() && argument.is(Kind::Tuple);
  std::string text = is_tuple ? "(" : "[";
  text += comma_list(items, [&](const Argument& element) { return value(element, item); });
  text += !is_tuple ? "]" : items.size() == 1 ? ",)" : ")";
  // A list of literals does not say what else could be in it.
  if (!is_tuple && !item.empty() && (items.empty() || item.ends_with('?')))
    return "annotate(List[" + annotation(item) + "], " + text + ")";
  // Neither do tensors beside one that may be None.
  if (!is_tuple && item.empty())
    if (const ValueType list = this->type(argument);
        list.is(ValueType::Kind::List) && list.items.front().is(ValueType::Kind::Optional))
      return "annotate(" + torchscript_type(list) + ", " + text + ")";
  return text;
}

std::string TorchScriptWriter::value(const Argument& argument, std::string_view type) {
  if (argument.is_node()) return node_value(argument.as_node(), type);
  if (argument.is_sequence()) return list_value(argument, type);
  if (argument.is(Kind::Dict)) {
    std::string text = "{";
    const auto items = argument.items();
    for (size_t i = 0; i + 1 < items.size(); i += 2)
      text += (i ? ", " : "") + value(items[i]) + ": " + value(items[i + 1]);
    return text + "}";
  }
  if (argument.is_none()) return "None";
  type = without_optional(type);
  if (const std::string_view item = item_type(type); !item.empty() && !argument.is(Kind::String))
    return list_value(
        Argument::list(std::vector<Argument>(static_cast<size_t>(length_of(type)), argument)),
        type);
  if (type == "float" && argument.is(Kind::Int))
    return floating(static_cast<double>(argument.as_int()));
  if (type == "float" && argument.is(Kind::Bool)) return argument.as_bool() ? "1.0" : "0.0";
  if (type == "int" && argument.is(Kind::Bool)) return argument.as_bool() ? "1" : "0";
  if (type == "bool" && argument.is(Kind::Int)) return argument.as_int() ? "True" : "False";
  return literal(argument);
}

std::string TorchScriptWriter::index_value(const Argument& argument) {
  if (argument.is(Kind::Ellipsis)) return "...";
  if (!argument.is(Kind::Slice)) return value(argument);
  const auto parts = argument.items();
  std::string text = (parts[0].is_none() ? "" : value(parts[0], "int")) + ":" +
                     (parts[1].is_none() ? "" : value(parts[1], "int"));
  return parts[2].is_none() ? text : text + ":" + value(parts[2], "int");
}

} // namespace fx::codegen
