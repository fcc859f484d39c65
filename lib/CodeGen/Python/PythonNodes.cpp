// Nodes as Python statements.
#include "PythonNames.h"
#include "PythonWriter.h"

#include "../Guards.h"
#include "../Inputs.h"

#include "fx/IR/Printer.h"
#include "fx/Ops/Callee.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Ops/Modules.h"
#include "fx/Ops/Schema.h"
#include "fx/Ops/Shapes.h"

#include <algorithm>
#include <cmath>

namespace fx::codegen {
namespace {

using Kind = Argument::Kind;

constexpr std::string_view module_attributes[] = {
#include "generated/ModuleAttributes.inc"
};

bool is_plain_attribute(std::string_view name) {
  return is_identifier(name) && !is_python_keyword(name);
}

// One step of a path, in the dictionary `table` when the name is one of torch.nn.Module's own.
std::string step(const std::string& object, std::string_view name, std::string_view table) {
  if (is_module_attribute(name))
    return object + "." + std::string(table) + "[" + python_quoted(name) + "]";
  if (is_plain_attribute(name)) return object + "." + std::string(name);
  return "getattr(" + object + ", " + python_quoted(name) + ")";
}

bool is_negative(const Argument& argument) {
  return (argument.is(Kind::Int) && argument.as_int() < 0) ||
         (argument.is(Kind::Float) && std::signbit(argument.as_float()));
}

bool is_tensor(const Node* node) {
  return node->op() == Opcode::CallModule || node->op() == Opcode::GetAttr ||
         node->meta(meta::tensor_meta) || python_annotation(node) == "torch.Tensor";
}

// A keyword that is text in Python where C++ counts (cdist's compute_mode); empty when none is.
std::string_view number_for_text(const Node* node) {
  const std::optional<ops::CppFunction>& function = ops::callee_of(*node).cpp;
  if (node->kwargs().empty() || !function || !function->python) return {};
  for (const KeywordArgument& given : node->kwargs()) {
    if (!given.value.is(Kind::Int)) continue;
    const bool is_text =
        std::ranges::any_of(function->python->keywords, [&](const ops::PythonKeyword& known) {
          return known.name == given.name.view() && known.default_value.starts_with('\'');
        });
    if (!is_text) continue;
    // norm's p is a number or text in Python, and any number in C++.
    for (const ops::Schema& schema : ops::libtorch_of(*node).find_schemas(function->operator_name))
      for (const ops::SchemaArgument& argument : schema.arguments)
        if (argument.name == given.name.view() && argument.type.starts_with("int"))
          return argument.name;
  }
  return {};
}

} // namespace

std::string python_quoted(std::string_view text) {
  std::string result = python_string(text);
  // torch.fx writes getattr(self.layers, "0").
  if (result.find('"') == result.npos && result.find('\\') == result.npos)
    std::ranges::replace(result, '\'', '"');
  return with_surrogates(result);
}

bool is_module_attribute(std::string_view name) {
  return std::ranges::find(module_attributes, name) != std::end(module_attributes);
}

std::string python_module_path(std::string_view path, std::string_view root) {
  std::string object(root);
  while (!path.empty()) {
    size_t dot = path.find('.');
    object = step(object, path.substr(0, dot), "_modules");
    path = dot == path.npos ? std::string_view() : path.substr(dot + 1);
  }
  return object;
}

std::string python_tensor_path(std::string_view path, bool parameter, std::string_view root) {
  size_t dot = path.rfind('.');
  std::string_view owner = dot == path.npos ? std::string_view() : path.substr(0, dot);
  std::string_view name = dot == path.npos ? path : path.substr(dot + 1);
  return step(python_module_path(owner, root), name, parameter ? "_parameters" : "_buffers");
}

std::string PythonWriter::expression(const Node* node) const {
  auto found = inlined_.find(node);
  return found == inlined_.end() ? node->name().str() : found->second;
}

std::string PythonWriter::attribute_path(const Node* node) const {
  const TensorSlot* slot = module_.modules.find_tensor(node->target());
  const bool parameter = !slot || slot->role == TensorRole::Parameter;
  return python_tensor_path(node->target(), parameter);
}

std::string PythonWriter::value(const Argument& argument) const {
  auto join = [&](std::span<const Argument> items) {
    return comma_list(items, [&](const Argument& item) { return value(item); });
  };
  auto items = argument.items();
  switch (argument.kind()) {
  case Kind::Node: return expression(argument.as_node());
  case Kind::Float:
    if (std::isnan(argument.as_float())) return "float('nan')";
    if (std::isinf(argument.as_float()))
      return argument.as_float() < 0 ? "float('-inf')" : "float('inf')";
    return python_float(argument.as_float());
  case Kind::Device: return "torch.device(" + python_string(argument.symbol()) + ")";
  case Kind::Dtype:
  case Kind::Layout:
  case Kind::MemoryFormat: return "torch." + argument.symbol().str();
  case Kind::Complex: return "complex(" + join(items) + ")";
  case Kind::Slice: return "slice(" + join(items) + ")";
  case Kind::Range: return "range(" + join(items) + ")";
  case Kind::List: return "[" + join(items) + "]";
  case Kind::Tuple: return "(" + join(items) + (items.size() == 1 ? ",)" : ")");
  case Kind::Dict: {
    std::string text = "{";
    for (size_t i = 0; i + 1 < items.size(); i += 2)
      text += (i ? ", " : "") + value(items[i]) + ": " + value(items[i + 1]);
    return text + "}";
  }
  default: return python_repr(argument);
  }
}

std::string PythonWriter::arguments(std::span<const Argument> args,
                                    std::span<const KeywordArgument> kwargs) const {
  std::string text, odd;
  auto add = [](std::string& list, const std::string& item) {
    list += (list.empty() ? "" : ", ") + item;
  };
  for (const Argument& argument : args)
    add(text, value(argument));
  for (const KeywordArgument& keyword : kwargs) {
    if (is_plain_attribute(keyword.name))
      add(text, keyword.name.str() + " = " + value(keyword.value));
    else
      add(odd, python_quoted(keyword.name) + ": " + value(keyword.value));
  }
  if (!odd.empty()) add(text, "**{" + odd + "}");
  return "(" + text + ")";
}

/// How many of an overload's keywords are given by position, for its `__call__` has a parameter
/// `self` too, until 2.0: those up to `self`.
static size_t keywords_by_position(const Node& node) {
  const std::span<const KeywordArgument> kwargs = node.kwargs();
  const auto self = std::ranges::find(
      kwargs, "self", [](const KeywordArgument& keyword) { return keyword.name.view(); });
  if (self == kwargs.end() || !node.args().empty()) return 0;
  const auto count = static_cast<size_t>(self - kwargs.begin()) + 1;
  const std::span<const ops::Schema> schemas = ops::schemas_on_tensors(node);
  const auto is_ordered = [&](const ops::Schema& schema) {
    for (size_t i = 0; i < count; ++i)
      if (i >= schema.arguments.size() || schema.arguments[i].name != kwargs[i].name.view())
        return false;
    return true;
  };
  return schemas.size() == 1 && is_ordered(schemas[0]) ? count : 0;
}

std::string PythonWriter::call_function(const Node* node) {
  std::string_view target = node->target();
  auto args = node->args();
  if (target == "operator.getitem" && args.size() == 2 && node->kwargs().empty())
    return value(args[0]) + "[" + value(args[1]) + "]";
  if (target == "builtins.getattr" && args.size() == 2 && args[1].is(Kind::String) &&
      is_plain_attribute(args[1].symbol()))
    return value(args[0]) + "." + args[1].symbol().str();
  const ops::OperatorSpelling* spelling = ops::find_operator(target);
  if (spelling && args.size() == static_cast<size_t>(spelling->operands) &&
      node->kwargs().empty()) {
    std::string symbol(spelling->python);
    if (spelling->operands == 1 && !is_negative(args[0])) return symbol + value(args[0]);
    // -1 ** x would be -(1 ** x).
    bool misread = symbol == "**" && is_negative(args[0]);
    if (spelling->operands == 2 && !misread)
      return value(args[0]) + " " + symbol + " " + value(args[1]);
  }
  if (const std::string_view keyword = number_for_text(node); !keyword.empty())
    return failure_.at(node, diag::python_text_for_a_number, target, keyword);
  const std::string_view package = ops::callee_of(*node).package;
  if (package == "builtins")
    target.remove_prefix(9);
  else if (package.empty() && style_ == PythonStyle::Runnable)
    return failure_.at(node, diag::cpp_function_in_python, target);
  if (target.starts_with("torch.ops.")) {
    const size_t count = keywords_by_position(*node);
    std::vector<Argument> given(args.begin(), args.end());
    for (const KeywordArgument& keyword : node->kwargs().first(count))
      given.push_back(keyword.value);
    return comment_text(target) + arguments(given, node->kwargs().subspan(count));
  }
  return comment_text(target) + arguments(args, node->kwargs());
}

bool PythonWriter::adds_batch(const Node* node) const {
  if (node->args().empty() || !node->arg(0).is_node()) return false;
  const ModuleNode* module =
      node->op() == Opcode::CallModule ? module_.modules.find(node->target()) : nullptr;
  const std::string_view callee = module ? module->cpp_type.view() : node->target().view();
  if (callee != "torch::nn::Dropout2d" && callee != "torch.nn.functional.dropout2d") return false;
  const TensorMeta* input = node->arg(0).as_node()->meta(meta::tensor_meta);
  return input && input->shape.size() != 4;
}

/// A method without an object, which the linter refuses: a reader gets to see it.
std::string PythonWriter::call_without_object(const Node* node) {
  if (style_ == PythonStyle::Runnable)
    return failure_.at(node, diag::operand_needed, node->target().str());
  return comment_text(node->target()) + arguments({}, node->kwargs());
}

std::string PythonWriter::call(const Node* node) {
  if (making_)
    if (std::optional<std::string> text = making_(node)) return *text;
  if (adds_batch(node)) {
    const std::string callee = node->op() == Opcode::CallModule ? python_module_path(node->target())
                                                                : node->target().str();
    const std::string given = arguments(node->args().subspan(1), node->kwargs());
    return callee + "(" + value(node->arg(0)) + ".unsqueeze(0)" + (given == "()" ? "" : ", ") +
           given.substr(1) + ".squeeze(0)";
  }
  switch (node->op()) {
  case Opcode::CallFunction: return call_function(node);
  case Opcode::CallMethod: {
    if (node->args().empty()) return call_without_object(node);
    std::string self = value(node->arg(0));
    if (!node->arg(0).is_node()) self = "(" + self + ")";
    std::string_view name = node->target();
    self = is_plain_attribute(name) ? self + "." + std::string(name)
                                    : "getattr(" + self + ", " + python_quoted(name) + ")";
    return self + arguments(node->args().subspan(1), node->kwargs());
  }
  case Opcode::CallModule:
    return python_module_path(node->target()) + arguments(node->args(), node->kwargs());
  case Opcode::GetAttr: return attribute_path(node);
  default: return {};
  }
}

// `c[0] = x`, `c += 1`: statements of Python's that functions of its operator module stand for. In
// a graph their value is the first operand, as torch.fx has it.
std::string PythonWriter::in_place_statement(const Node* node) const {
  std::string_view name = node->target();
  if (ops::callee_of(*node).package != "operator") return {};
  if (name == "operator.setitem" && node->args().size() == 3)
    return value(node->arg(0)) + "[" + value(node->arg(1)) + "] = " + value(node->arg(2));
  // operator.iadd; operator.iand, whose operator is called and_.
  name.remove_prefix(9);
  if (!name.starts_with('i') || node->args().size() != 2 || !node->arg(0).is_node()) return {};
  // Of a number `n += 1` makes another n, which later uses of the old one must not see.
  const Node* changed = node->arg(0).as_node();
  if (changed->num_users() > 1 && !is_tensor(changed)) return {};
  const std::string binary = "operator." + std::string(name.substr(1));
  const ops::OperatorSpelling* spelling = ops::find_operator(binary);
  if (!spelling) spelling = ops::find_operator(binary + "_");
  if (!spelling || spelling->operands != 2) return {};
  return value(node->arg(0)) + " " + std::string(spelling->python) + "= " + value(node->arg(1));
}

std::string PythonWriter::statement(const Node* node) {
  if (node->op() == Opcode::Output)
    return "return " + (node->args().empty() ? "None" : value(node->arg(0)));
  if (node->op() == Opcode::GetAttr) {
    const TensorSlot* slot = module_.modules.find_tensor(node->target());
    const auto held = slot ? std::nullopt : ops::find_leaf_tensor(module_, node->target());
    if ((slot && slot->role != TensorRole::Parameter) || (held && held->is_buffer())) {
      inlined_[node] = call(node);
      return {};
    }
  }
  if (std::string text = in_place_statement(node); !text.empty())
    return text + ";  " + node->name().str() + annotation(node) + " = " + value(node->arg(0));
  return node->name().str() + annotation(node) + " = " + call(node);
}

std::string PythonWriter::frees_after(const Node* node) const {
  if (node->op() == Opcode::Placeholder || node->op() == Opcode::Output) return {};
  std::string names;
  for (const Node* used : liveness_->last_uses(*node))
    if (!inlined_.contains(used)) names += used->name().str() + " = ";
  if (node->num_users() == 0 && !inlined_.contains(node)) names += node->name().str() + " = ";
  return names.empty() ? names : ";  " + names + "None";
}

std::string PythonWriter::parameters(const Graph& graph) {
  std::string text = "self";
  Identifiers taken;
  taken.reserve("self");
  const std::vector<Node*> placeholders = graph.placeholders();
  const std::vector<bool> has_default = have_defaults(placeholders);
  std::unordered_map<std::string_view, const Node*> variables;
  for (const Node* node : placeholders)
    variables.emplace(node->name().view(), node);
  for (size_t i = 0; i < placeholders.size(); ++i) {
    const Node* node = placeholders[i];
    std::string name = node->target().str();
    // `input_1 = input` would give another value to a parameter that is called input_1.
    const auto variable = variables.find(name);
    const bool is_variable = variable != variables.end() && variable->second != node;
    if (!is_plain_attribute(name) || is_variable || !taken.is_free(name)) name = node->name().str();
    name = taken.claim(name);
    if (name != node->name().view()) first_lines_.push_back(node->name().str() + " = " + name);
    text += ", " + name + annotation(node) + (has_default[i] ? " = " + value(node->arg(0)) : "");
  }
  return text;
}

std::vector<std::string> PythonWriter::statements(const Graph& graph, bool frees) {
  std::vector<std::string> lines = first_lines_;
  nodes_of_lines_.assign(lines.size(), nullptr);
  if (frees) liveness_.emplace(graph);
  const std::unordered_set<const Node*> blocks = guard_blocks(graph);
  std::string indent;
  for (const Node* node : graph) {
    if (node->op() == Opcode::Placeholder) continue;
    // `with torch.no_grad():` is the making and the entering of it; what is left is its end.
    if (blocks.contains(node)) {
      inlined_[node] = call(node);
      continue;
    }
    if (const Node* guard = entered_guard(*node); guard && blocks.contains(guard)) {
      inlined_[node] = "None";
      lines.push_back(indent + "with " + expression(guard) + ":");
      indent += "    ";
      continue;
    }
    if (const Node* guard = left_guard(*node); guard && blocks.contains(guard)) {
      inlined_[node] = "None";
      if (lines.back().ends_with(":")) lines.push_back(indent + "pass");
      indent.resize(indent.size() - 4);
      continue;
    }
    std::string line = statement(node);
    if (failure_.error()) return {};
    if (line.empty()) continue;
    const size_t before = lines.size();
    if (with_places_ && node->op() != Opcode::Output) write_place(node, lines);
    lines.push_back(line + (frees ? frees_after(node) : ""));
    for (size_t i = before; i < lines.size(); ++i)
      if (!lines[i].empty()) lines[i].insert(0, indent);
    nodes_of_lines_.resize(lines.size() - 1);
    nodes_of_lines_.push_back(node);
  }
  nodes_of_lines_.resize(lines.size());
  return lines;
}

} // namespace fx::codegen
