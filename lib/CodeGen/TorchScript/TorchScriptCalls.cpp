// Calls of operators, of torch.nn.functional, and of modules.
#include "TorchScriptWriter.h"

#include "fx/Ops/LibTorch.h"

#include <algorithm>

namespace fx::codegen {
namespace {

using Kind = Argument::Kind;

/// Keywords that Python's functions take and that ask for nothing: size_average=None.
bool asks_for_nothing(const KeywordArgument& keyword, const ops::PythonFunction* python) {
  return keyword.value.is_none() || keyword.name.view().starts_with('_') ||
         keyword.value == Argument(false) || ops::is_default(keyword, python);
}

bool has_float(const Argument& argument) {
  return argument.is(Kind::Float) || ((argument.is(Kind::List) || argument.is(Kind::Tuple)) &&
                                      std::ranges::any_of(argument.items(), has_float));
}

/// All elements of torch.tensor have one type.
Argument as_floats(const Argument& argument) {
  return map_leaves(argument, [](const Argument& leaf) {
    return leaf.is(Kind::Int) ? Argument(static_cast<double>(leaf.as_int())) : leaf;
  });
}

Argument as_lists(const Argument& argument) {
  if (!argument.is(Kind::List) && !argument.is(Kind::Tuple)) return argument;
  std::vector<Argument> items;
  for (const Argument& item : argument.items())
    items.push_back(as_lists(item));
  return Argument::list(std::move(items));
}

} // namespace

std::string TorchScriptWriter::bound_arguments(const Node* node, const ops::BoundCall& call) {
  const auto values = call.values(*node);
  std::string text;
  bool by_name = false;
  const auto parameters = call.schema->arguments;
  for (size_t i = 0; i < parameters.size(); ++i) {
    const ops::SchemaArgument& parameter = parameters[i];
    std::string value;
    if (values[i])
      value = this->value(*values[i], parameter.type);
    else if (!parameter.has_default)
      value = "None"; // C++'s undefined tensor
    else {
      by_name = true;
      continue;
    }
    if (!text.empty()) text += ", ";
    if (by_name || parameter.keyword_only) text += std::string(parameter.name) + "=";
    text += value;
  }
  return text;
}

std::string TorchScriptWriter::call_operator(const Node* node) {
  const ops::BoundCall* call = types_.call(*node);
  if (call == nullptr) return failure_.at(node, diag::overload_missing, node->target().str());
  return "torch." + std::string(call->schema->name) + "(" + bound_arguments(node, *call) + ")";
}

std::string TorchScriptWriter::call_library(const Node* node, std::string_view callee,
                                            std::span<const LibraryParameter> parameters,
                                            const ops::PythonFunction* python) {
  std::vector<std::optional<Argument>> given(parameters.size());
  if (node->args().size() > parameters.size())
    return failure_.at(node, diag::too_many_arguments, callee);
  std::ranges::copy(node->args(), given.begin());
  for (const KeywordArgument& keyword : node->kwargs()) {
    const auto found = std::ranges::find(parameters, keyword.name.view(), &LibraryParameter::name);
    if (found != parameters.end())
      given[static_cast<size_t>(found - parameters.begin())] = keyword.value;
    else if (!asks_for_nothing(keyword, python))
      return failure_.at(node, diag::torchscript_parameter_missing, callee, keyword.name.str());
  }
  std::string text = std::string(callee) + "(";
  bool by_name = false;
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (!given[i] && !parameters[i].has_default)
      return failure_.at(node, diag::argument_needed, callee, parameters[i].name);
    if (!given[i]) {
      by_name = true;
      continue;
    }
    if (!text.ends_with('(')) text += ", ";
    if (by_name) text += std::string(parameters[i].name) + "=";
    text += value(*given[i], parameters[i].type);
  }
  return text + ")";
}

std::string TorchScriptWriter::make_tensor(const Node* node) {
  Argument data = as_lists(node->arg(0));
  if (has_float(data)) data = as_floats(data);
  std::string text = "torch.tensor(" + value(data);
  for (const KeywordArgument& keyword : node->kwargs())
    if (!keyword.value.is_none()) text += ", " + keyword.name.str() + "=" + value(keyword.value);
  // C++'s torch::tensor(1.5) has the default dtype, as Python's.
  return text + ")";
}

std::string TorchScriptWriter::call_function(const Node* node) {
  const std::string_view target = node->target();
  const size_t operands = node->args().size();
  const ops::Callee& callee = ops::callee_of(*node);
  if (target == "operator.getitem" && operands == 2) return get_item(node);
  if (target == "operator.setitem" && operands == 3) return set_item(node);
  if (target == "builtins.getattr" && operands == 2) return attribute(node);
  if (target == "torch.tensor" && operands == 1) return make_tensor(node);
  if (target == "torch._assert") return assertion(node);
  if (callee.arithmetic) return python_operator(node, *callee.arithmetic);
  if (callee.needs_operand() && node->args().empty())
    return failure_.at(node, diag::operand_needed, node->target().str());
  if (const ops::PythonBuiltin* known = callee.python; known && known->torchscript.exists()) {
    const auto spelled = [&](const Argument& argument) { return value(argument); };
    return std::string(known->torchscript.text()) + "(" + comma_list(node->args(), spelled) + ")";
  }
  const ops::PythonFunction* python = callee.cpp ? callee.cpp->python : nullptr;
  const bool is_functional = callee.is(ops::Callee::Kind::Functional);
  if (const LibraryFunction* known = is_functional ? find_library_function(callee.name) : nullptr)
    return call_library(node, "__torch__." + std::string(known->name), known->parameters, python);
  // Else the operator of its name computes it.
  if (!callee.schemas.empty() ||
      (is_functional && !ops::libtorch_of(*node).find_schemas(callee.name).empty()))
    return call_operator(node);
  const std::string why =
      callee.python ? ": " + std::string(callee.python->torchscript.why_not()) : std::string();
  return failure_.at(node, diag::torchscript_function_missing, node->target().str(), why);
}

std::string TorchScriptWriter::call_method(const Node* node) {
  const ops::Callee& callee = ops::callee_of(*node);
  for (const ops::TensorMember& member : callee.members) {
    const std::string_view spelling = member.torchscript.text();
    if (!member.torchscript.exists() || !node->kwargs().empty() ||
        !member.takes(node->args().size() - 1))
      continue;
    std::string text;
    for (size_t i = 0; i < spelling.size(); ++i) {
      if (spelling[i] != '$')
        text += spelling[i];
      else if (spelling.substr(i).starts_with("$1")) {
        text += value(node->arg(1));
        ++i;
      } else
        text += value(node->arg(0), "Tensor");
    }
    // x.item<double>()
    const bool is_converted =
        member.torchscript.result() == ValueType::Kind::Scalar && type(node).is_number();
    return is_converted ? torchscript_type(type(node)) + "(" + text + ")" : text;
  }
  if (callee.schemas.empty())
    return failure_.at(node, diag::torchscript_method_missing, node->target().str(),
                       ops::why_not(callee.members, &ops::TensorMember::torchscript));
  return call_operator(node);
}

std::string TorchScriptWriter::call_module(const Node* node) {
  const ModuleNode* module = module_.modules.find(node->target());
  if (module && module->alias_of) module = module->alias_of;
  if (module && module->graph && node->kwargs().empty())
    return torchscript_path(node->target()) + ".forward(" +
           comma_list(node->args(), [&](const Argument& argument) { return value(argument); }) +
           ")";
  if (!module || module->kind != ModuleKind::Leaf)
    return failure_.at(node, diag::module_to_call_missing, node->target().str());
  const std::optional<LibraryModule> made = library_module_of(*module, *this, failure_);
  if (!made) return {};
  return call_library(node, torchscript_path(node->target()) + ".forward", made->parameters,
                      nullptr);
}

} // namespace fx::codegen
