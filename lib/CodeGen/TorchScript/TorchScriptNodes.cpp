// Nodes as statements, and forward's signature.
#include "TorchScriptWriter.h"

#include "../Guards.h"
#include "../Inputs.h"
#include "../Python/PythonWriter.h"

#include <algorithm>

namespace fx::codegen {
namespace {

using Kind = Argument::Kind;

constexpr std::string_view fields[] = {
#define FX_FIELD(NAME) NAME,
#include "Names.def"
};

constexpr std::string_view reserved[] = {
#define FX_RESERVED(NAME) NAME,
#include "Names.def"
};

} // namespace

TorchScriptWriter::TorchScriptWriter(const GraphModule& module, Failure& failure)
    : module_(module), failure_(failure) {
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

const ValueType& TorchScriptWriter::type(const Node* node) const {
  static const ValueType unknown;
  const auto found = known_.find(node);
  return found == known_.end() ? unknown : found->second.type;
}

TorchScriptWriter::Call TorchScriptWriter::get_attr(const Node* node) {
  const std::string_view path = node->target();
  const std::string text = torchscript_path(path);
  const TensorSlot* slot = module_.modules.find_tensor(path);
  if (!slot) {
    const size_t dot = path.rfind('.');
    const Module* owner = dot == path.npos ? nullptr : module_.modules.find(path.substr(0, dot));
    if (!owner || owner->kind != ModuleKind::Leaf)
      return {failure_.at(node, "the model has no parameter or buffer " + std::string(path)), {}};
    return {text, ValueType::tensor()};
  }
  // What is not in the state dict is held as an Optional: TorchScript counts tensors as buffers.
  if (!slot->is_saved()) {
    const bool is_constant = slot->role == TensorRole::Constant;
    const std::string* declared =
        slot->init && is_constant ? slot->init->meta(meta::cpp_type) : nullptr;
    const ValueType type = declared ? ValueType::parse(*declared) : ValueType();
    if (type.is_number()) return {text, type};
    return {"torch._unwrap_optional(" + text + ")", ValueType::tensor()};
  }
  return {text, ValueType::tensor()};
}

TorchScriptWriter::Call TorchScriptWriter::python_operator(const Node* node,
                                                           const ops::OperatorSpelling& spelling) {
  if (node->args().size() != static_cast<size_t>(spelling.operands) || !node->kwargs().empty())
    return {failure_.at(node, node->target().str() + " takes another number of arguments"), {}};
  const auto type_of = [&](const Argument& argument) {
    ValueType type = argument_type(argument);
    return type.is(ValueType::Kind::Optional) ? ValueType(type.items.front()) : type;
  };
  const auto operand = [&](const Argument& argument) {
    const bool is_optional = argument_type(argument).is(ValueType::Kind::Optional);
    std::string text =
        is_optional ? "torch._unwrap_optional(" + value(argument) + ")" : value(argument);
    return text.starts_with('-') ? "(" + text + ")" : text;
  };
  const bool numbers = std::ranges::all_of(node->args(), [&](const Argument& argument) {
    const ValueType type = type_of(argument);
    return type.is_number() || type.is(ValueType::Kind::Scalar);
  });
  std::string symbol(spelling.python);
  if (spelling.operands == 1) {
    const std::string text = operand(node->arg(0));
    if (spelling.target == "operator.invert")
      return {"torch.bitwise_not(" + text + ")", ValueType::tensor()};
    if (spelling.target == "operator.pos") return {text, type_of(node->arg(0))};
    if (spelling.target == "operator.not_" || symbol == "not ")
      return {"not " + text, ValueType::parse("bool")};
    return {symbol + text, numbers ? type_of(node->arg(0)) : ValueType::tensor()};
  }
  const ValueType left = type_of(node->arg(0)), right = type_of(node->arg(1));
  const bool comparison = symbol == "==" || symbol == "!=" || symbol == "<" || symbol == "<=" ||
                          symbol == ">" || symbol == ">=";
  std::string text = operand(node->arg(0)) + " " + symbol + " " + operand(node->arg(1));
  if (!numbers) {
    const bool has_tensor = left.is(ValueType::Kind::Tensor) || right.is(ValueType::Kind::Tensor) ||
                            left.is(ValueType::Kind::Unknown) || right.is(ValueType::Kind::Unknown);
    if (comparison && !has_tensor) return {text, ValueType::parse("bool")};
    if (!has_tensor) return {text, left};
    return {text, ValueType::tensor()};
  }
  if (comparison) return {text, ValueType::parse("bool")};
  const bool floats = left.is(ValueType::Kind::Float) || right.is(ValueType::Kind::Float);
  const bool scalars = left.is(ValueType::Kind::Scalar) || right.is(ValueType::Kind::Scalar);
  if (spelling.target == "operator.truediv") return {text, ValueType::parse("double")};
  // TorchScript's power of two ints is a float.
  if (spelling.target == "operator.pow" && !floats && !scalars)
    return {"int(" + text + ")", ValueType::parse("int")};
  return {text, scalars  ? ValueType::of(ValueType::Kind::Scalar, "at::Scalar")
                : floats ? ValueType::parse("double")
                         : ValueType::parse("int")};
}

TorchScriptWriter::Call TorchScriptWriter::get_item(const Node* node) {
  const Argument& object = node->arg(0);
  const Argument& index = node->arg(1);
  ValueType known = argument_type(object);
  std::string text = value(object);
  if (known.is(ValueType::Kind::Optional)) {
    text = "torch._unwrap_optional(" + text + ")";
    known = ValueType(known.items.front());
  }
  if (known.is(ValueType::Kind::Tuple) && index.is(Kind::Int)) {
    const auto count = static_cast<int64_t>(known.items.size());
    const int64_t at = index.as_int() < 0 ? index.as_int() + count : index.as_int();
    if (at < 0 || at >= count)
      return {failure_.at(node, "the tuple has no element " + std::to_string(index.as_int())), {}};
    return {text + "[" + std::to_string(at) + "]", known.items[static_cast<size_t>(at)]};
  }
  if (known.is(ValueType::Kind::List) || known.is(ValueType::Kind::Sizes)) {
    const ValueType item =
        known.is(ValueType::Kind::List) ? ValueType(known.items.front()) : ValueType::parse("int");
    return {text + "[" + index_value(index) + "]", index.is(Kind::Slice) ? known : item};
  }
  std::string indices;
  if (index.is(Kind::Tuple))
    for (const Argument& item : index.items())
      indices += (&item == index.items().data() ? "" : ", ") + index_value(item);
  else
    indices = index_value(index);
  return {text + "[" + indices + "]", ValueType::tensor()};
}

TorchScriptWriter::Call TorchScriptWriter::set_item(const Node* node) {
  const Argument& index = node->arg(1);
  std::string indices;
  if (index.is(Kind::Tuple))
    for (const Argument& item : index.items())
      indices += (&item == index.items().data() ? "" : ", ") + index_value(item);
  else
    indices = index_value(index);
  return {value(node->arg(0)) + "[" + indices + "] = " + value(node->arg(2)),
          ValueType::of(ValueType::Kind::Void, "void")};
}

TorchScriptWriter::Call TorchScriptWriter::attribute(const Node* node) {
  const std::string_view name = node->arg(1).is(Kind::String) ? node->arg(1).symbol().view() : "";
  // LibTorch's one struct of results (ASMoutput) is a tuple.
  if (const ValueType held = argument_type(node->arg(0)); held.is(ValueType::Kind::Tuple))
    for (size_t i = 0; i < std::size(fields) && i < held.items.size(); ++i)
      if (fields[i] == name)
        return {value(node->arg(0)) + "[" + std::to_string(i) + "]", held.items[i]};
  const ops::TensorAttribute* found = ops::find_tensor_attribute(name);
  if (found == nullptr || found->torchscript.empty())
    return {failure_.at(node, "TorchScript's tensors have no attribute " + std::string(name)), {}};
  return {ops::read_attribute(found->torchscript, value(node->arg(0), "Tensor")),
          ValueType::of(found->kind)};
}

TorchScriptWriter::Call TorchScriptWriter::expression_of(const Node* node) {
  switch (node->op()) {
  case Opcode::GetAttr: return get_attr(node);
  case Opcode::CallFunction: return call_function(node);
  case Opcode::CallMethod: return call_method(node);
  case Opcode::CallModule: return call_module(node);
  default: return {failure_.at(node, "a placeholder or output in a wrong place"), {}};
  }
}

std::string TorchScriptWriter::statement(const Node* node) {
  current_ = node;
  Call call = expression_of(node);
  const bool is_value = !call.type.is(ValueType::Kind::Void);
  std::string name = is_value ? names_.claim(node->name().view(), "_") : "None";
  known_[node] = {name, std::move(call.type)};
  return is_value ? name + " = " + call.text : call.text;
}

std::string TorchScriptWriter::return_statement(const Node* node) {
  current_ = node;
  if (node->args().empty() || node->arg(0).is_none()) return "return None";
  ValueType type = argument_type(node->arg(0));
  std::string text = value(node->arg(0));
  // std::optional<Tensor> holds a tensor or none.
  const std::string* declared = node->meta(meta::cpp_type);
  if (const ValueType said = declared ? ValueType::parse(*declared) : ValueType();
      said.is(ValueType::Kind::Optional) && !type.is(ValueType::Kind::Optional)) {
    type = ValueType::optional(std::move(type));
  }
  result_ = torchscript_type(type);
  if (result_.empty()) failure_.at(node, "TorchScript has no type for " + type.text);
  return "return " + text;
}

std::vector<std::string> TorchScriptWriter::statements(const Graph& graph) {
  std::vector<std::string> lines;
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
    const std::string* declared = node->meta(meta::cpp_type);
    ValueType type = declared ? ValueType::parse(*declared) : ValueType::tensor();
    // C++'s tensors can be undefined: one with such a default, or one that nobody looks at.
    const bool may_be_none =
        (has_default[i] && node->arg(0).is_none()) || !is_input_used(module_, *node);
    if (type.is(ValueType::Kind::Tensor) && may_be_none)
      type = ValueType::optional(std::move(type));
    const std::string name = names_.claim(to_identifier(node->target()), "_");
    const std::string spelled = torchscript_type(type);
    if (spelled.empty()) failure_.at(node, "TorchScript has no type for " + type.text);
    text.append(",\n      ").append(name).append(": ").append(spelled);
    if (has_default[i])
      text += "=" + value(node->arg(0), type.is(ValueType::Kind::Float) ? "float" : "");
    known_[node] = {name, std::move(type)};
  }
  return text;
}

} // namespace fx::codegen
