#include "fx/Ops/PythonSignature.h"

#include "fx/IR/Printer.h"
#include "fx/Ops/CallBinding.h"
#include "fx/Ops/Callee.h"
#include "fx/Ops/LibTorch.h"

#include "Lookup.h"

#include <algorithm>

namespace fx::ops {

namespace {

struct ForwardName {
  std::string_view holder, cpp, python;
};
constexpr ForwardName forward_names[] = {
#define FX_FORWARD_NAME(HOLDER, CPP, PYTHON) {HOLDER, CPP, PYTHON},
#include "ForwardNames.def"
};

/// The other name where a row has `name` as `from`, else `name`.
std::string_view other_name(std::string_view holder, std::string_view name,
                            std::string_view ForwardName::* from,
                            std::string_view ForwardName::* to) {
  holder = last_part(holder);
  for (const ForwardName& row : forward_names)
    if (row.holder == holder && row.*from == name) return row.*to;
  return name;
}

/// The default of a parameter of forward in Python's words; empty: none, or not known.
std::string_view python_default(std::string_view cpp) {
  if (cpp == "true") return "True";
  if (cpp == "false") return "False";
  return cpp == "{}" || cpp.ends_with("nullopt") ? "None" : "";
}

/// Puts the operands of a call at their parameters; false: the call does not fit.
bool fill(PythonSignature& signature, const Node& node) {
  if (node.args().size() > signature.parameters.size()) return false;
  signature.values.resize(signature.parameters.size());
  for (size_t i = 0; i < node.args().size(); ++i)
    signature.values[i] = &node.arg(i);
  for (const KeywordArgument& keyword : node.kwargs()) {
    const auto found = std::ranges::find(signature.parameters, keyword.name.view(),
                                         &PythonSignature::Parameter::name);
    if (found == signature.parameters.end()) return false;
    const Argument*& value =
        signature.values[static_cast<size_t>(found - signature.parameters.begin())];
    if (value != nullptr) return false;
    value = &keyword.value;
  }
  return true;
}

/// What a torch.nn.functional function of Python's takes.
std::optional<PythonSignature> functional_signature(const Node& node) {
  const PythonFunction* function = callee_of(node).functional;
  if (function == nullptr || function->variadic || function->passes_through ||
      function->target != node.target().view())
    return std::nullopt;
  PythonSignature signature;
  for (const std::string_view name : function->positional)
    signature.parameters.push_back({name, {}, false});
  // All of them are passed on by torch.fx, so that a left out one says more than its default.
  for (const PythonKeyword& keyword : function->keywords)
    signature.parameters.push_back({keyword.name, {}, true});
  if (!fill(signature, node)) return std::nullopt;
  return signature;
}

PythonSignature signature_of(const Node& node, const BoundCall& call) {
  PythonSignature signature;
  const bool is_overload = node.target().view().starts_with("torch.ops.");
  for (const SchemaArgument& argument : call.schema->arguments) {
    const bool is_self =
        argument.name == "self" && node.op() == Opcode::CallFunction && !is_overload;
    signature.parameters.push_back(
        {is_self ? "input" : argument.name, argument.default_value, argument.keyword_only});
  }
  signature.values.resize(signature.parameters.size());
  for (size_t i = 0; i < call.parameters.size(); ++i)
    signature.values[static_cast<size_t>(call.parameters[i])] = &operand(node, i);
  if (call.spread >= 0) signature.parameters[static_cast<size_t>(call.spread)].takes_items = true;
  return signature;
}

bool same_names(const PythonSignature& a, const PythonSignature& b) {
  if (a.parameters.size() > b.parameters.size()) return same_names(b, a);
  for (size_t i = 0; i < b.parameters.size(); ++i) {
    const Argument* value = i < a.values.size() ? a.values[i] : nullptr;
    if (value != b.values[i]) return false;
    if (value != nullptr && (a.parameters[i].name != b.parameters[i].name ||
                             a.parameters[i].default_value != b.parameters[i].default_value))
      return false;
  }
  return true;
}

/// The signature all overloads agree on that the call can mean; nothing when they do not.
std::optional<PythonSignature> operator_signature(const Node& node, bool& ambiguous) {
  std::optional<PythonSignature> agreed;
  for (const BoundCall& call : bind_all(node)) {
    // A list that was spread, and what no schema has, stay as they are.
    if (std::ranges::find(call.parameters, -1) != call.parameters.end() ||
        std::ranges::count(call.parameters, call.spread) > 1)
      return std::nullopt;
    PythonSignature found = signature_of(node, call);
    if (!agreed) {
      agreed = std::move(found);
    } else if (!same_names(*agreed, found)) {
      ambiguous = true;
      return std::nullopt;
    } else {
      // Python takes by keyword what one overload takes by keyword alone.
      const size_t both = std::min(agreed->parameters.size(), found.parameters.size());
      for (size_t i = 0; i < both; ++i) {
        agreed->parameters[i].keyword_only |= found.parameters[i].keyword_only;
        agreed->parameters[i].takes_items |= found.parameters[i].takes_items;
      }
    }
  }
  return agreed;
}

} // namespace

bool PythonSignature::Parameter::is_default(const Argument& value) const {
  return !default_value.empty() && python_repr(value) == default_value;
}

std::optional<PythonSignature> python_signature(const Node& node, bool* ambiguous) {
  if (std::optional<PythonSignature> signature = functional_signature(node)) return signature;
  bool unused = false;
  return operator_signature(node, ambiguous != nullptr ? *ambiguous : unused);
}

std::optional<PythonSignature> module_signature(const Node& call, const ModuleNode& called) {
  if (called.kind != ModuleKind::Leaf || !called.cpp_type.view().starts_with("torch::nn::"))
    return std::nullopt;
  const ModuleHolder* holder = libtorch_of(call).find_module_holder(called.cpp_type.view());
  if (holder == nullptr || holder->forward.empty()) return std::nullopt;
  PythonSignature signature;
  for (const ForwardParameter& parameter : holder->forward)
    signature.parameters.push_back({python_forward_name(holder->name, parameter.name),
                                    python_default(parameter.default_value)});
  return fill(signature, call) ? std::optional(std::move(signature)) : std::nullopt;
}

std::optional<PythonSignature> module_signature(const Node& call, const TracedModule& module) {
  const ModuleNode* called =
      call.op() == Opcode::CallModule ? module.modules.find(call.target()) : nullptr;
  if (called != nullptr && called->alias_of != nullptr) called = called->alias_of;
  return called == nullptr ? std::nullopt : module_signature(call, *called);
}

std::string_view python_forward_name(std::string_view holder, std::string_view cpp) {
  return other_name(holder, cpp, &ForwardName::cpp, &ForwardName::python);
}

std::string_view cpp_forward_name(std::string_view holder, std::string_view python) {
  return other_name(holder, python, &ForwardName::python, &ForwardName::cpp);
}

} // namespace fx::ops
