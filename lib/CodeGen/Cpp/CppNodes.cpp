// Nodes as statements, and forward's signature.
#include "CppWriter.h"

#include "../Guards.h"
#include "../Inputs.h"

#include "fx/IR/Printer.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Ops/Modules.h"
#include "fx/Ops/PythonArithmetic.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx::codegen {
namespace {

using Kind = Argument::Kind;

/// What C++ reads member `index` of a value by. A class of LibTorch's has methods for its parts.
std::string member_text(const std::string& object, const ValueType& type, size_t index) {
  const bool is_class = type.text.starts_with("torch::nn::utils::");
  return object + "." + type.members[index] + (is_class ? "()" : "");
}

// A tensor whose shape is changed in place after its sizes were read must not be asked again.
bool changes_in_place(const Node* tensor) {
  return std::ranges::any_of(tensor->users(), [](const Node* user) {
    return user->op() == Opcode::CallMethod && user->target().view().ends_with('_');
  });
}

// The tensor a node of type Sizes was read from; null when it is not x.sizes().
const Node* tensor_of_sizes(const Node* node) {
  const size_t operands = node->args().size();
  const bool reads = (node->is_call_method("size") && operands == 1) ||
                     (node->is_call_function("builtins.getattr") && operands == 2);
  return reads && node->arg(0).is_node() ? node->arg(0).as_node() : nullptr;
}

bool is_literal_int(const Argument& argument) {
  return argument.is(Kind::Int);
}

// Calls without an effect: nothing is lost when an unused one is not written.
bool only_projects(const Node* node) {
  return node->is_call_function("builtins.getattr") || node->op() == Opcode::GetAttr ||
         ops::tell_numbers(ops::callee_of(*node).members);
}

} // namespace

const std::string& CppWriter::expression(const Node* node) const {
  static const std::string missing;
  auto found = expressions_.find(node);
  return found == expressions_.end() ? missing : found->second;
}

std::string CppWriter::get_attr(const Node* node) {
  auto found = members_.tensors.find(node->target().str());
  if (found != members_.tensors.end()) return found->second;
  // A tensor of a leaf: "conv1.weight" is conv1->weight.
  std::string_view path = node->target();
  for (size_t dot = path.rfind('.'); dot != path.npos && dot > 0; dot = path.rfind('.', dot - 1)) {
    auto owner = members_.modules.find(std::string(path.substr(0, dot)));
    if (owner == members_.modules.end()) continue;
    std::string name(path.substr(dot + 1));
    const ModuleNode* leaf = module_.modules.find(path.substr(0, dot));
    const ops::ModuleHolder* holder =
        leaf && ops::module_class_of(*leaf)
            ? ops::libtorch_of(*node).find_module_holder(leaf->cpp_type)
            : nullptr;
    if (holder && holder->has_tensor(name)) return owner->second + "->" + name;
    const auto tensor = ops::find_leaf_tensor(module_, path);
    const std::string_view list = tensor && tensor->is_buffer() ? "buffers" : "parameters";
    return fmt::format("{}->named_{}()[{}]", owner->second, list, cpp_string(name));
  }
  return failure_.at(node, diag::tensor_to_read_missing, path);
}

std::string CppWriter::python_operator(const Node* node, const ops::OperatorSpelling& spelling) {
  if (node->args().size() != static_cast<size_t>(spelling.operands))
    return failure_.at(node, diag::operator_of_other_operands, node->target().str());
  const auto held = [&](const Argument& a) {
    ValueType whole = type(a);
    return whole.is(ValueType::Kind::Optional) ? ValueType(whole.items.front()) : whole;
  };
  auto is_number = [&](const Argument& a) { return held(a).is_number(); };
  auto operand = [&](const Argument& a) {
    std::string text = value(a);
    return text.starts_with('-') ? "(" + text + ")" : text;
  };
  const bool numbers = std::ranges::all_of(node->args(), is_number);
  std::string left = operand(node->arg(0));
  if (spelling.operands == 1) {
    const bool is_scalar = held(node->arg(0)).is(ValueType::Kind::Scalar);
    if (!numbers && !is_scalar && !spelling.cpp_function.empty())
      return std::string(spelling.cpp_function) + "(" + left + ")";
    return std::string(spelling.cpp) + left;
  }
  std::string right = operand(node->arg(1));
  if (!numbers) {
    if (!spelling.cpp_function.empty())
      return std::string(spelling.cpp_function) + "(" + value(node->arg(0)) + ", " +
             value(node->arg(1)) + ")";
    return left + " " + std::string(spelling.cpp) + " " + right;
  }
  const bool floats = std::ranges::any_of(
      node->args(), [&](const Argument& a) { return held(a).is(ValueType::Kind::Float); });
  if (spelling.target == "operator.truediv")
    return (floats ? left : "static_cast<double>(" + value(node->arg(0)) + ")") + " / " + right;
  if (spelling.target == "operator.floordiv" || spelling.target == "operator.mod")
    return python_division(node, left, right);
  if (spelling.target == "operator.pow" && !floats && !is_non_negative(node->arg(1)))
    return failure_.at(node, diag::power_of_unknown_sign);
  if (spelling.target == "operator.pow")
    return floats ? "std::pow(" + left + ", " + right + ")"
                  : "static_cast<int64_t>(std::pow(" + left + ", " + right + "))";
  if (spelling.cpp.empty())
    return failure_.at(node, diag::operator_of_numbers, node->target().str());
  // What is computed of literals and truth values alone is an int in C++.
  const auto is_int64 = [&](const Argument& a) {
    return a.is_node() && held(a).is(ValueType::Kind::Int);
  };
  const bool is_shift = spelling.cpp == "<<" || spelling.cpp == ">>";
  const bool overflows =
      is_shift || spelling.cpp == "+" || spelling.cpp == "-" || spelling.cpp == "*";
  if (overflows && !floats && !is_int64(node->arg(0)) && (is_shift || !is_int64(node->arg(1))))
    left = "static_cast<int64_t>(" + value(node->arg(0)) + ")";
  const std::string text = left + " " + std::string(spelling.cpp) + " " + right;
  const bool is_bitwise = spelling.cpp == "&" || spelling.cpp == "|" || spelling.cpp == "^";
  return is_bitwise && type(node).is(ValueType::Kind::Bool) ? "static_cast<bool>(" + text + ")"
                                                            : text;
}

bool CppWriter::is_non_negative(const Argument& argument) {
  if (argument.is(Kind::Int)) return argument.as_int() >= 0;
  if (argument.is(Kind::Float)) return argument.as_float() >= 0;
  if (!argument.is_node()) return argument.is(Kind::Bool);
  const Node& node = *argument.as_node();
  if (numbers_of_ != &node.graph()) {
    numbers_.emplace(node.graph(), module_);
    numbers_of_ = &node.graph();
  }
  return numbers_->is_non_negative(node);
}

/// Python's // and % of numbers: rounded down, where C++ rounds to zero.
std::string CppWriter::python_division(const Node* node, const std::string& left,
                                       const std::string& right) {
  const bool is_modulo = node->is_call_function("operator.mod");
  const bool floats = type(node).is(ValueType::Kind::Float);
  // A quotient of floats is more than the division and rounding: 1.0 // 0.1 is 9.
  if (std::ranges::all_of(node->args(), [&](const Argument& a) { return is_non_negative(a); })) {
    if (!floats) return left + (is_modulo ? " % " : " / ") + right;
    if (is_modulo) return "std::fmod(" + left + ", " + right + ")";
  }
  if (!helpers_ || helpers_->is_local)
    return failure_.at(node, diag::division_of_negatives, node->target().str());
  bool& used = is_modulo ? floats ? helpers_->float_modulo : helpers_->modulo
               : floats  ? helpers_->float_floor_division
                         : helpers_->floor_division;
  used = true;
  return std::string(is_modulo ? "python_mod" : "python_floordiv") + (floats ? "_float(" : "(") +
         value(node->arg(0)) + ", " + value(node->arg(1)) + ")";
}

/// sizes[1:-1], of a list: always one of its own, which lives as long as it is used.
std::string CppWriter::list_slice(const Node* node, const std::string& list,
                                  const ValueType& known) {
  const std::span<const Argument> parts = node->arg(1).items(); // start, stop, step
  const bool is_vector = known.text.starts_with("std::vector<");
  const bool every = parts[2].is_none() || parts[2] == Argument(1);
  // A number that is computed may count from either end.
  const bool is_known = !parts[0].is_node() && !parts[1].is_node();
  const int64_t start = parts[0].is(Kind::Int) ? parts[0].as_int() : 0;
  const int64_t stop = parts[1].is(Kind::Int) ? parts[1].as_int() : start;
  // Where Python cuts off, ArrayRef has to throw; of unsigned numbers it does not always know.
  const bool is_checked = start < 0 ? parts[1].is_none() : stop < 0 || stop >= start;
  if (!every || !is_known || !is_checked || (!is_vector && !known.is(ValueType::Kind::Sizes)))
    return failure_.at(node, diag::list_slice_in_cpp);
  const std::string array =
      is_vector ? "c10::ArrayRef<" + known.items.front().text + ">(" + list + ")" : list;
  // From the front, or from behind.
  const auto place = [&](int64_t index) {
    return index < 0 ? array + ".size() - " + std::to_string(-index) : std::to_string(index);
  };
  std::string text = array + ".slice(" + place(start);
  if (!parts[1].is_none())
    text += ", " + (stop < 0 ? place(stop - start) : std::to_string(stop - start));
  return text + ").vec()";
}

std::string CppWriter::get_item(const Node* node) {
  const Argument& object = node->arg(0);
  const Argument& index = node->arg(1);
  ValueType known = type(object);
  if (known.is(ValueType::Kind::Optional)) known = ValueType(known.items.front());
  std::string text = value(object);
  const bool has_parts = known.is(ValueType::Kind::Tuple) || known.is(ValueType::Kind::Struct);
  if (has_parts && is_literal_int(index)) {
    const std::optional<size_t> place = ops::python_index(index.as_int(), known.items.size());
    if (!place) return failure_.at(node, diag::tuple_element_missing, index.as_int());
    return widened(known.is(ValueType::Kind::Struct)
                       ? member_text(text, known, *place)
                       : "std::get<" + std::to_string(*place) + ">(" + text + ")",
                   known.items[*place]);
  }
  if (known.is(ValueType::Kind::Map)) {
    // at() of OrderedDict is not there; [] of a constant map is not.
    if (known.text.starts_with("torch::OrderedDict<"))
      return widened(text + "[" + value(index) + "]", known.items.back());
    return widened(text + ".at(" + value(index) + ")", known.items.back());
  }
  if (known.is(ValueType::Kind::List) || known.is(ValueType::Kind::Sizes)) {
    if (index.is(Kind::Slice)) return list_slice(node, text, known);
    const bool is_sizes = known.is(ValueType::Kind::Sizes);
    const Node* tensor = object.is_node() && is_sizes ? tensor_of_sizes(object.as_node()) : nullptr;
    if (tensor && text.ends_with(".sizes()"))
      return expression(tensor) + ".size(" + value(index) + ")";
    const bool is_from_end = is_literal_int(index) && index.as_int() < 0;
    const std::string place =
        is_from_end ? text + ".size() - " + std::to_string(-index.as_int()) : value(index);
    return widened(text + "[" + place + "]", is_sizes ? type(node) : known.items.front());
  }
  if (known.is(ValueType::Kind::Tensor) || known.is(ValueType::Kind::Unknown)) {
    const bool is_number = type(index).is(ValueType::Kind::Int);
    return is_number ? text + "[" + value(index) + "]"
                     : text + ".index({" + tensor_index(index) + "})";
  }
  return failure_.at(node, diag::element_of_another_type, known.text);
}

/// What stands between the braces of x.index({...}).
std::string CppWriter::tensor_index(const Argument& index) {
  if (!index.is(Kind::Tuple)) return index_value(index);
  return comma_list(index.items(), [&](const Argument& item) { return index_value(item); });
}

std::string CppWriter::set_item(const Node* node) {
  return value(node->arg(0)) + ".index_put_({" + tensor_index(node->arg(1)) + "}, " +
         value(node->arg(2)) + ")";
}

/// A value that is computed with as Python does: in 64 bits.
std::string CppWriter::widened(const std::string& text, const ValueType& type) {
  const ValueType wide = type.computed();
  return type.text == wide.text ? text : "static_cast<" + wide.text + ">(" + text + ")";
}

std::string CppWriter::attribute(const Node* node) {
  std::string_view name = node->arg(1).is(Kind::String) ? node->arg(1).symbol().view() : "";
  ValueType object = type(node->arg(0));
  if (object.is(ValueType::Kind::Optional)) object = ValueType(object.items.front());
  if (object.is(ValueType::Kind::Struct)) {
    for (size_t i = 0; i < object.members.size(); ++i)
      if (object.members[i] == name)
        return widened(member_text(value(node->arg(0)), object, i), object.items[i]);
    return failure_.at(node, diag::member_missing, object.text, name);
  }
  const ops::TensorAttribute* found = ops::find_tensor_attribute(name);
  if (found == nullptr) return failure_.at(node, diag::tensor_attribute_missing, name);
  return ops::read_attribute(found->cpp, value(node->arg(0)));
}

std::string CppWriter::statement(const Node* node, bool kept, std::string_view suffix) {
  current_ = node;
  if (making_)
    if (std::optional<std::string> line = making_(node)) return *line;
  if (auto line = guard_statement(node)) return *line;
  std::string text = expression_of(node);
  if (failure_.error()) return {};
  std::string& name = expressions_[node];
  bool used = kept || node->num_users() > 0;
  bool is_value = !type(node).is(ValueType::Kind::Void);
  if (!used || !is_value) {
    if (only_projects(node) || text.starts_with("std::get<")) return {};
    bool is_operator =
        ops::callee_of(*node).package == "operator" && !node->is_call_function("operator.setitem");
    return is_operator ? "static_cast<void>(" + text + ");" : text + ";";
  }
  // A member of a struct that forward takes; nothing in a graph gives it another value.
  const bool is_member = node->is_call_function("builtins.getattr") && node->arg(0).is_node() &&
                         type(node->arg(0).as_node()).is(ValueType::Kind::Struct);
  if (node->op() == Opcode::GetAttr || is_member) {
    name = std::move(text);
    return {};
  }
  if (type(node).is(ValueType::Kind::Sizes) && text.ends_with(".sizes()")) {
    const Node* tensor = tensor_of_sizes(node);
    if (tensor && !changes_in_place(tensor)) {
      name = std::move(text);
      return {};
    }
    text += ".vec()";
  }
  const std::string* wish = node->meta(meta::cpp_name);
  name = wish && is_identifier(*wish) && names_.is_free(*wish)
             ? names_.claim(*wish)
             : names_.claim(node->name().view(), suffix);
  return "auto " + name + " = " + text + ";";
}

std::vector<std::string> CppWriter::statements(const Graph& graph,
                                               const std::unordered_set<const Node*>& kept,
                                               std::string_view suffix) {
  std::vector<std::string> lines;
  find_types(graph);
  for (const Node* node : graph) {
    if (node->op() == Opcode::Placeholder || node->op() == Opcode::Output) continue;
    std::string line = statement(node, kept.contains(node), suffix);
    if (failure_.error()) return {};
    if (line.empty()) continue;
    if (with_places_)
      if (std::string place = source_.new_place(node, "of no place in the source"); !place.empty())
        lines.push_back("// " + place);
    const bool has_variable = line.starts_with("auto ") && !expression(node).empty() &&
                              !guard_of(*node) && !entered_guard(*node);
    lines.push_back(std::move(line));
    if (has_variable && !recorder_.empty())
      lines.push_back(recorder_ + "(" + cpp_string(node->name()) + ", " + expression(node) + ");");
  }
  return lines;
}

void CppWriter::find_types(const Graph& graph) {
  types_ = TypeAnalysis(graph, module_, [this](const Node& node) -> std::optional<ValueType> {
    if (node.op() == Opcode::Placeholder)
      return structs_.declared(node).value_or(input_type(node)).computed();
    // Python's math.floor is an integer, C++'s a double.
    const ops::PythonBuiltin* function = ops::callee_of(node).python;
    if (function == nullptr || function->cpp.result() == ValueType::Kind::Unknown ||
        !function->cpp.result_text().empty())
      return std::nullopt;
    return ValueType::of(function->cpp.result());
  });
}

void CppWriter::begin_calls(const Graph& graph) {
  structs_ = CppStructs(module_, graph);
  find_types(graph);
}

std::string CppWriter::parameters(const Graph& graph) {
  structs_ = CppStructs(module_, graph);
  for (const std::string& name : structs_.names())
    names_.reserve(name);
  std::string text;
  const std::vector<Node*> placeholders = graph.placeholders();
  const std::vector<bool> has_default = have_defaults(placeholders);
  for (size_t i = 0; i < placeholders.size(); ++i) {
    const Node* node = placeholders[i];
    const std::string* said = node->meta(meta::cpp_type);
    const ValueType type = structs_.declared(*node).value_or(input_type(*node));
    if (said && !structs_.declared(*node)) failure_.at(node, diag::input_type_not_defined, *said);
    std::string name = names_.claim(to_identifier(node->target()), "_");
    const Passing passing = CppStructs::passing(*node);
    if (i) text += ", ";
    text += (passing.is_const ? "const " : "") + type.text + std::string(passing.reference) + " " +
            (is_input_used(module_, *node) ? name : "/*" + name + "*/");
    // A reference that may be changed has no default.
    if (has_default[i] && (passing.reference != "&" || passing.is_const))
      text += " = " + (node->arg(0).is_none() ? "{}" : result_value(node->arg(0), type, false));
    expressions_[node] = widened(name, type);
  }
  return text;
}

ValueType CppWriter::result_type(const Graph& graph) {
  const Node* output = graph.output_node();
  if (!output || output->args().empty()) return ValueType::parse("void");
  if (const std::optional<ValueType> type = structs_.declared(*output)) return *type;
  // A class of the user's that cannot be defined here; its parts can be returned.
  return output->arg(0).is_none() ? ValueType::parse("void") : type(output->arg(0));
}

/// `argument` where forward has declared `type`.
std::string CppWriter::result_value(const Argument& argument, const ValueType& type, bool is_part) {
  const auto items = argument.items();
  if (type.is(ValueType::Kind::Optional)) {
    if (argument.is_none()) return type.text.starts_with("std::") ? "std::nullopt" : "c10::nullopt";
    if (argument.is_aggregate())
      return type.text + "(" + result_value(argument, type.items.front()) + ")";
  }
  if (!argument.is_aggregate()) {
    keeps_optional_ = type.is(ValueType::Kind::Optional);
    std::string text = value(argument);
    keeps_optional_ = false;
    const ValueType given = this->type(argument);
    // What is computed in 64 bits does not fit into less without a word.
    if (argument.is_node() && type.is_number() && given.text != type.text)
      text = "static_cast<" + type.text + ">(" + text + ")";
    if (given.is(ValueType::Kind::Sizes) && type.is(ValueType::Kind::List)) text += ".vec()";
    return text;
  }
  std::string text = "{";
  if (argument.is(Kind::Dict)) {
    const ValueType item = type.items.empty() ? ValueType() : type.items.back();
    if (items.empty()) return type.is(ValueType::Kind::Map) ? type.text + "()" : "{}";
    if (type.text.starts_with("c10::Dict<")) {
      text = "[&] { " + type.text + " dict; ";
      for (size_t i = 0; i < items.size(); i += 2)
        text += "dict.insert(" + value(items[i]) + ", " + result_value(items[i + 1], item) + "); ";
      return text + "return dict; }()";
    }
    if (is_part) text = type.text + text;
    for (size_t i = 0; i < items.size(); i += 2)
      text += (i ? ", {" : "{") + value(items[i]) + ", " + result_value(items[i + 1], item) + "}";
    return text + "}";
  }
  if (type.is(ValueType::Kind::Struct)) {
    if (items.size() != type.items.size())
      return failure_.at(current_, diag::struct_with_other_members, type.text);
    text = type.text + text;
  }
  for (size_t i = 0; i < items.size(); ++i) {
    const bool is_list = type.is(ValueType::Kind::List);
    const bool is_known = is_list ? !type.items.empty() : i < type.items.size();
    text += (i ? ", " : "") +
            result_value(items[i], is_known ? type.items[is_list ? 0 : i] : ValueType());
  }
  return text + "}";
}

std::string CppWriter::return_statement(const Graph& graph, const ValueType& type) {
  const Node* output = graph.output_node();
  if (!output || type.is(ValueType::Kind::Void)) return {};
  current_ = output;
  return "return " + result_value(output->arg(0), type, false) + ";";
}

} // namespace fx::codegen
