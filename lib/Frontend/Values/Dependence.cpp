#include "Frontend/Values/Dependence.h"

#include "fx/Analysis/Types.h"
#include "fx/IR/Graph.h"
#include "fx/IR/Meta.h"
#include "fx/Ops/Callee.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringRef.h"

#include <fmt/format.h>

namespace fx::frontend {

namespace {

using Kind = ValueType::Kind;

/// A member or an attribute of a tensor, in words.
std::string_view property_name(std::string_view member, ops::TensorFact fact) {
  if (member == "dim" || member == "ndimension" || member == "ndim")
    return "the number of dimensions";
  if (member == "numel" || member == "nelement") return "the number of elements";
  if (member == "stride") return "the strides";
  if (member == "is_contiguous" || member == "storage_offset" || member == "layout")
    return "the layout in memory";
  if (member == "requires_grad") return "requires_grad";
  switch (fact) {
  case ops::TensorFact::Shape: return "the sizes";
  case ops::TensorFact::Type: return "the dtype";
  default: return "the device";
  }
}

/// Operators that look at the type of a tensor alone.
bool asks_for_type(std::string_view name) {
  return name == "is_floating_point" || name == "is_complex" || name == "is_signed" ||
         name == "result_type" || name == "can_cast" || name == "promote_types";
}

/// Operators whose result has sizes that the data decides.
bool has_sizes_of_data(const Node& node) {
  constexpr std::string_view names[] = {"nonzero",  "masked_select",      "unique",  "_unique2",
                                        "argwhere", "unique_consecutive", "bincount"};
  if (node.op() == Opcode::CallMethod && (node.target() == "item" || node.target() == "tolist"))
    return true;
  return node.op() != Opcode::Placeholder && llvm::is_contained(names, ops::callee_of(node).name);
}

class Walk {
public:
  void visit(const Node& node) {
    if (!visited_.insert(&node).second || found.on_data) return;
    switch (node.op()) {
    case Opcode::Placeholder: return visit_parameter(node);
    case Opcode::CallMethod: return visit_method(node);
    case Opcode::CallFunction: return visit_function(node);
    default: found.on_data = true;
    }
  }

  void add_property(std::string_view name, const Node& of, bool is_in_examples) {
    llvm::SmallPtrSet<const Node*, 16> sources;
    llvm::SmallVector<const Node*, 16> open = {&of};
    while (!open.empty() && !found.on_data) {
      const Node* node = open.pop_back_val();
      if (!sources.insert(node).second) continue;
      found.on_data = has_sizes_of_data(*node);
      for (const Node* input : node->input_nodes())
        open.push_back(input);
    }
    found.properties.push_back({name, &of, is_in_examples});
  }

  Dependence found;

private:
  void visit_parameter(const Node& node) {
    if (input_type(node).is_plain())
      found.parameters.push_back(&node);
    else
      found.on_data = true;
  }

  void visit_inputs(const Node& node) {
    for (const Node* input : node.input_nodes())
      visit(*input);
  }

  void visit_method(const Node& node) {
    const ops::Callee& callee = ops::callee_of(node);
    if (node.args().empty() || !node.arg(0).is_node()) {
      found.on_data = true;
    } else if (ops::tell_numbers(callee.members)) {
      visit_member(node, callee);
    } else if (asks_for_type(callee.name)) {
      add_property("the dtype", *node.arg(0).as_node(), true);
    } else {
      found.on_data = true;
    }
  }

  void visit_member(const Node& node, const ops::Callee& callee) {
    const ops::TensorFact fact = callee.members.front().fact;
    if (fact == ops::TensorFact::Data || fact == ops::TensorFact::Whole) {
      found.on_data = true;
      return;
    }
    add_property(property_name(callee.name, fact), *node.arg(0).as_node(),
                 fact != ops::TensorFact::Place);
  }

  void visit_function(const Node& node) {
    const ops::Callee& callee = ops::callee_of(node);
    const Node* first =
        !node.args().empty() && node.arg(0).is_node() ? node.arg(0).as_node() : nullptr;
    if (first != nullptr && node.is_call_function("builtins.getattr")) return visit_attribute(node);
    if (first != nullptr && node.is_call_function("builtins.len")) return visit_length(*first);
    if (first != nullptr && callee.package == "torch" && asks_for_type(callee.name))
      return add_property("the dtype", *first, true);
    if (callee.is_python() && !callee.is(ops::Callee::Kind::Inplace)) return visit_inputs(node);
    found.on_data = true;
  }

  void visit_length(const Node& list) {
    if (list.is_call_method("size") || list.is_call_method("stride")) return visit(list);
    add_property("the length", list, true);
  }

  void visit_attribute(const Node& node) {
    const Node& of = *node.arg(0).as_node();
    const ops::TensorAttribute* attribute = ops::attribute_of(node);
    const bool is_of_struct =
        of.op() == Opcode::Placeholder && input_type(of).is(ValueType::Kind::Struct);
    if (attribute == nullptr || is_of_struct || attribute->fact == ops::TensorFact::Data ||
        attribute->fact == ops::TensorFact::Whole) {
      found.on_data = true;
      return;
    }
    add_property(property_name(attribute->name, attribute->fact), of,
                 attribute->fact != ops::TensorFact::Place || attribute->name == "device");
  }

  llvm::SmallPtrSet<const Node*, 16> visited_;
};

/// "'x', 'y' and 'z'"
std::string list_of(const std::vector<std::string>& words) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return text;
}

/// "'x'", "an element of 'features'", "a tensor that is computed from 'x' and 'y'"
std::string name_of(const Node& node, bool is_list) {
  const auto quoted = [](const Node& named) { return fmt::format("'{}'", named.target().view()); };
  if (node.op() == Opcode::Placeholder || node.op() == Opcode::GetAttr) return quoted(node);
  if (node.is_call_function("operator.getitem") && node.arg(0).is_node() &&
      node.arg(0).as_node()->op() == Opcode::Placeholder)
    return "an element of " + quoted(*node.arg(0).as_node());
  llvm::SmallPtrSet<const Node*, 16> sources;
  llvm::SmallVector<const Node*, 16> open = {&node};
  while (!open.empty()) {
    const Node* source = open.pop_back_val();
    if (!sources.insert(source).second) continue;
    for (const Node* input : source->input_nodes())
      open.push_back(input);
  }
  std::vector<std::string> inputs;
  for (const Node* parameter : node.graph().placeholders())
    if (sources.contains(parameter)) inputs.push_back(quoted(*parameter));
  const char* what = is_list ? "a list" : "a tensor";
  if (inputs.empty()) return fmt::format("{} that the constructor makes", what);
  if (inputs.size() > 4) return fmt::format("{} that is computed from the inputs", what);
  return fmt::format("{} that is computed from {}", what, list_of(inputs));
}

/// What --input may say of a value of this type; empty where it has no words for it.
std::string example_of(const ValueType& type, std::string_view dtype) {
  switch (type.kind) {
  case Kind::Tensor: return fmt::format("<sizes>{}", dtype);
  case Kind::Bool: return "true";
  case Kind::Int:
  case Kind::Float:
  case Kind::Scalar: return "<number>";
  case Kind::String: return "\"<text>\"";
  case Kind::Sizes: return "[<number>,<number>]";
  case Kind::Optional: return type.items.empty() ? "" : example_of(type.items.front(), dtype);
  case Kind::List: {
    const std::string item = type.items.empty() ? "" : example_of(type.items.front(), dtype);
    return item.empty() ? "" : fmt::format("[{0},{0}]", item);
  }
  case Kind::Tuple: {
    std::string text;
    for (const ValueType& item : type.items) {
      const std::string part = example_of(item, dtype);
      if (part.empty()) return "";
      text += (text.empty() ? "" : ",") + part;
    }
    return "(" + text + ")";
  }
  default: return "";
  }
}

} // namespace

std::string Dependence::describe_properties() const {
  std::vector<std::string> words;
  for (const Property& property : properties) {
    std::string text = fmt::format("{} of {}", property.name,
                                   name_of(*property.of, property.name == "the length"));
    if (!llvm::is_contained(words, text)) words.push_back(std::move(text));
  }
  return list_of(words);
}

Dependence dependence_of(const Node& node, bool is_list) {
  Walk walk;
  if (is_list)
    walk.add_property("the length", node, true);
  else
    walk.visit(node);
  return std::move(walk.found);
}

std::string declared_type(const Node& parameter) {
  const std::string* type = parameter.meta(meta::cpp_type);
  if (type == nullptr) return "torch::Tensor";
  // As programs spell it.
  if (input_type(parameter).is(Kind::String)) return "std::string";
  return *type == "long" ? "int64_t" : *type == "unsigned long" ? "size_t" : *type;
}

std::string input_to_give(const Node& parameter, bool with_dtype) {
  const std::string example = example_of(input_type(parameter), with_dtype ? ":<dtype>" : "");
  if (example.empty()) return "";
  const std::string text = fmt::format("{}={}", parameter.target().view(), example);
  // What a shell would read otherwise.
  return llvm::StringRef(text).find_first_of("\"[(") == llvm::StringRef::npos ? text
                                                                              : "'" + text + "'";
}

} // namespace fx::frontend
