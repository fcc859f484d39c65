// Nodes as statements, and forward's signature.
#include "TorchScriptWriter.h"

#include "../Guards.h"
#include "../Inputs.h"
#include "../Python/PythonWriter.h"

#include "fx/Analysis/Numbers.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Ops/PythonArithmetic.h"

#include <algorithm>

namespace fx::codegen {
namespace {

using Kind = Argument::Kind;

constexpr std::string_view reserved[] = {
#define FX_RESERVED(NAME) NAME,
#include "Names.def"
};

} // namespace

TorchScriptWriter::TorchScriptWriter(const TracedModule& module, Failure& failure)
    : NodeWriter(failure), module_(module), names_(python_scope()) {
  for (const std::string_view name : reserved)
    names_.reserve(name);
}

bool is_torchscript_name(std::string_view name) {
  return is_identifier(name) && !is_python_keyword(name) && !name.starts_with("__");
}

std::string torchscript_path(std::string_view path) {
  std::string text = "self";
  while (!path.empty()) {
    const size_t dot = path.find('.');
    const std::string_view part = path.substr(0, dot);
    if (is_torchscript_name(part))
      text.append(".").append(part);
    else
      text.insert(0, "getattr(").append(", ").append(python_quoted(part)).append(")");
    path = dot == path.npos ? std::string_view() : path.substr(dot + 1);
  }
  return text;
}

std::string TorchScriptWriter::get_attr(const Node* node) {
  const std::string_view path = node->target();
  std::string text = torchscript_path(path);
  const TensorSlot* slot = module_.modules.find_tensor(path);
  if (!slot) {
    const size_t dot = path.rfind('.');
    const ModuleNode* owner =
        dot == path.npos ? nullptr : module_.modules.find(path.substr(0, dot));
    if (!owner || owner->kind != ModuleKind::Leaf)
      return failure_.at(node, diag::tensor_to_read_missing, path);
    return text;
  }
  // What is not in the state dict is held as an Optional: TorchScript counts tensors as buffers.
  const bool is_optional = !slot->is_saved() && !type(node).is_number();
  return is_optional ? "torch._unwrap_optional(" + text + ")" : text;
}

std::string TorchScriptWriter::python_operator(const Node* node,
                                               const ops::OperatorSpelling& spelling) {
  if (node->args().size() != static_cast<size_t>(spelling.operands) || !node->kwargs().empty())
    return failure_.at(node, diag::operator_of_other_operands, node->target().str());
  const auto operand = [&](const Argument& argument) {
    const bool is_optional = type(argument).is(ValueType::Kind::Optional);
    std::string text =
        is_optional ? "torch._unwrap_optional(" + value(argument) + ")" : value(argument);
    return text.starts_with('-') ? "(" + text + ")" : text;
  };
  const std::string left = operand(node->arg(0));
  if (spelling.operands == 1) {
    if (spelling.target == "operator.invert") return "torch.bitwise_not(" + left + ")";
    if (spelling.target == "operator.pos")
      return type(node->arg(0)).is(ValueType::Kind::Bool) ? "int(" + left + ")" : left;
    return std::string(spelling.python) + left;
  }
  const std::string text = left + " " + std::string(spelling.python) + " " + operand(node->arg(1));
  // TorchScript's power of two ints is a float.
  const bool is_int_power =
      spelling.target == "operator.pow" && type(node).is(ValueType::Kind::Int);
  const bool is_known_power = node->arg(1).is(Kind::Int) && node->arg(1).as_int() >= 0;
  if (is_int_power && !is_known_power &&
      !(node->arg(1).is_node() &&
        NumberAnalysis(node->graph(), module_).is_non_negative(*node->arg(1).as_node())))
    return failure_.at(node, diag::power_of_unknown_sign);
  return is_int_power ? "int(" + text + ")" : text;
}

std::string TorchScriptWriter::get_item(const Node* node) {
  const Argument& index = node->arg(1);
  ValueType known = type(node->arg(0));
  std::string text = value(node->arg(0));
  if (known.is(ValueType::Kind::Optional)) {
    text = "torch._unwrap_optional(" + text + ")";
    known = ValueType(known.items.front());
  }
  const bool has_parts = known.is(ValueType::Kind::Tuple) || known.is(ValueType::Kind::Struct);
  if (has_parts && index.is(Kind::Int)) {
    const std::optional<size_t> at = ops::python_index(index.as_int(), known.items.size());
    if (!at) return failure_.at(node, diag::tuple_element_missing, index.as_int());
    return text + "[" + std::to_string(*at) + "]";
  }
  return text + "[" + indices(index) + "]";
}

/// What stands between '[' and ']'.
std::string TorchScriptWriter::indices(const Argument& index) {
  if (!index.is(Kind::Tuple)) return index_value(index);
  return comma_list(index.items(), [&](const Argument& item) { return index_value(item); });
}

std::string TorchScriptWriter::set_item(const Node* node) {
  return value(node->arg(0)) + "[" + indices(node->arg(1)) + "] = " + value(node->arg(2));
}

std::string TorchScriptWriter::attribute(const Node* node) {
  const std::string_view name = node->arg(1).is(Kind::String) ? node->arg(1).symbol().view() : "";
  // A struct of LibTorch's is a tuple here.
  if (const ValueType held = type(node->arg(0)); held.is(ValueType::Kind::Struct)) {
    const auto found = std::ranges::find(held.members, name);
    if (found == held.members.end())
      return failure_.at(node, diag::member_missing, held.text, name);
    return value(node->arg(0)) + "[" + std::to_string(found - held.members.begin()) + "]";
  }
  const ops::TensorAttribute* found = ops::find_tensor_attribute(name);
  if (found == nullptr || found->torchscript.empty())
    return failure_.at(node, diag::torchscript_attribute_missing, name);
  return ops::read_attribute(found->torchscript, value(node->arg(0), "Tensor"));
}

std::string TorchScriptWriter::statement(const Node* node) {
  current_ = node;
  std::string text = expression_of(node);
  const bool is_value = !type(node).is(ValueType::Kind::Void);
  std::string& name = variables_[node];
  name = is_value ? names_.claim(node->name().view(), "_") : "None";
  return is_value ? name + " = " + text : text;
}

std::string TorchScriptWriter::return_statement(const Node* node) {
  current_ = node;
  if (node->args().empty() || node->arg(0).is_none()) return "return None";
  ValueType returned = type(node->arg(0));
  std::string text = value(node->arg(0));
  // std::optional<Tensor> holds a tensor or none.
  const std::string* declared = node->meta(meta::cpp_type);
  if (const ValueType said = declared ? ValueType::parse(*declared) : ValueType();
      said.is(ValueType::Kind::Optional) && !returned.is(ValueType::Kind::Optional)) {
    returned = ValueType::optional(std::move(returned));
  }
  result_ = torchscript_type(returned);
  if (result_.empty()) failure_.at(node, diag::torchscript_type_missing, returned.text);
  return "return " + text;
}

/// What the library's modules and functions return here: nothing but a tensor that may be missing
/// differs from C++.
std::optional<ValueType> TorchScriptWriter::declared_type(const Node& node) {
  if (const auto input = inputs_.find(&node); input != inputs_.end()) return input->second;
  if (node.op() == Opcode::CallModule) {
    const ModuleNode* module = module_.modules.find(node.target());
    if (module && module->alias_of) module = module->alias_of;
    if (!module || module->kind != ModuleKind::Leaf) return std::nullopt;
    const ops::LibTorch& libtorch = ops::libtorch_of(node);
    const ops::ModuleHolder* holder = libtorch.find_module_holder(module->cpp_type);
    if (holder && libtorch.result_type(*holder).is(ValueType::Kind::Struct)) return std::nullopt;
    if (const auto made = library_module_of(*module, *this, failure_)) return made->result;
  }
  if (ops::callee_of(node).is(ops::Callee::Kind::Functional))
    if (const LibraryFunction* known = find_library_function(ops::callee_of(node).name))
      return known->result();
  return std::nullopt;
}

std::vector<std::string> TorchScriptWriter::statements(const Graph& graph) {
  std::vector<std::string> lines;
  types_ = TypeAnalysis(graph, module_, [this](const Node& node) { return declared_type(node); });
  const std::unordered_set<const Node*> blocks = guard_blocks(graph);
  std::string indent;
  for (const Node* node : graph) {
    if (node->op() == Opcode::Placeholder) continue;
    if (write_guard(node, blocks, indent, lines)) {
      if (failure_.error()) return {};
      continue;
    }
    lines.push_back(indent +
                    (node->op() == Opcode::Output ? return_statement(node) : statement(node)));
    if (failure_.error()) return {};
  }
  if (!graph.output_node()) lines.emplace_back("return None");
  return lines;
}

std::string TorchScriptWriter::parameters(const Graph& graph) {
  std::string text;
  bool defaults = true;
  const std::vector<Node*> placeholders = graph.placeholders();
  // A default needs defaults after it.
  std::vector<bool> has_default(placeholders.size());
  for (size_t i = placeholders.size(); i-- > 0;)
    has_default[i] = defaults = defaults && !placeholders[i]->args().empty();
  for (size_t i = 0; i < placeholders.size(); ++i) {
    const Node* node = placeholders[i];
    current_ = node;
    ValueType type = input_type(*node);
    // C++'s tensors can be undefined: one with such a default, or one that is never looked at.
    const bool may_be_none =
        (has_default[i] && node->arg(0).is_none()) || !is_input_used(module_, *node);
    if (type.is(ValueType::Kind::Tensor) && may_be_none)
      type = ValueType::optional(std::move(type));
    const std::string name = names_.claim(to_identifier(node->target()), "_");
    const std::string spelled = torchscript_type(type);
    if (spelled.empty()) failure_.at(node, diag::torchscript_type_missing, type.text);
    text.append(",\n      ").append(name).append(": ").append(spelled);
    if (has_default[i])
      text += "=" + value(node->arg(0), type.is(ValueType::Kind::Float) ? "float" : "");
    variables_[node] = name;
    inputs_[node] = std::move(type);
  }
  return text;
}

} // namespace fx::codegen
