// One spelling for the operands of calls that mean the same.
#include "fx/Passes/Pass.h"

#include "fx/IR/Printer.h"
#include "fx/Ops/CallBinding.h"
#include "fx/Ops/Spelling.h"

#include <algorithm>

namespace fx {

namespace {

/// A parameter of what a node calls, in Python's words.
struct Parameter {
  std::string_view name;
  std::string_view default_value; // Python text; empty: none, or not known
  bool keyword_only = false;
};

/// The parameters of a call, and which operand each has.
struct Signature {
  std::vector<Parameter> parameters;
  std::vector<const Argument*> values; // null: left out
};

/// What a torch.nn.functional function of Python's takes.
std::optional<Signature> functional_signature(const Node& node) {
  constexpr std::string_view prefix = "torch.nn.functional.";
  const std::string_view target = node.target();
  if (!target.starts_with(prefix)) return std::nullopt;
  const ops::PythonFunction* function = ops::find_functional(target.substr(prefix.size()));
  if (function == nullptr || function->variadic || function->passes_through ||
      function->target != target)
    return std::nullopt;
  Signature signature;
  for (const std::string_view name : function->positional)
    signature.parameters.push_back({name, {}, false});
  // All of them are passed on by torch.fx, so that a left out one says more than its default.
  for (const ops::PythonKeyword& keyword : function->keywords)
    signature.parameters.push_back({keyword.name, {}, true});
  if (node.args().size() > signature.parameters.size()) return std::nullopt;
  signature.values.resize(signature.parameters.size());
  for (size_t i = 0; i < node.args().size(); ++i)
    signature.values[i] = &node.arg(i);
  for (const KeywordArgument& keyword : node.kwargs()) {
    const auto found =
        std::ranges::find(signature.parameters, keyword.name.view(), &Parameter::name);
    if (found == signature.parameters.end()) return std::nullopt;
    const Argument*& value =
        signature.values[static_cast<size_t>(found - signature.parameters.begin())];
    if (value != nullptr) return std::nullopt;
    value = &keyword.value;
  }
  return signature;
}

Signature signature_of(const Node& node, const ops::Schema& schema, const ops::Binding& binding) {
  Signature signature;
  const bool is_overload = node.target().view().starts_with("torch.ops.");
  for (const ops::SchemaArgument& argument : schema.arguments) {
    const bool is_self =
        argument.name == "self" && node.op() == Opcode::CallFunction && !is_overload;
    signature.parameters.push_back(
        {is_self ? "input" : argument.name, argument.default_value, argument.keyword_only});
  }
  signature.values.resize(signature.parameters.size());
  for (size_t i = 0; i < binding.size(); ++i)
    signature.values[static_cast<size_t>(binding[i])] = &ops::operand(node, i);
  return signature;
}

bool same_names(const Signature& a, const Signature& b) {
  if (a.parameters.size() > b.parameters.size()) return same_names(b, a);
  for (size_t i = 0; i < b.parameters.size(); ++i) {
    const Argument* value = i < a.values.size() ? a.values[i] : nullptr;
    if (value != b.values[i]) return false;
    if (value != nullptr && (a.parameters[i].name != b.parameters[i].name ||
                             a.parameters[i].keyword_only != b.parameters[i].keyword_only ||
                             a.parameters[i].default_value != b.parameters[i].default_value))
      return false;
  }
  return true;
}

/// The signature all overloads agree on that the call can mean; nothing when they do not.
std::optional<Signature> operator_signature(const Node& node, bool& ambiguous) {
  std::optional<Signature> agreed;
  for (const ops::Schema& schema :
       ops::schemas_of_target(node.target(), node.op() == Opcode::CallMethod)) {
    const std::optional<ops::Binding> binding = ops::bind_call(node, schema);
    if (!binding) continue;
    // A list that was spread, and what no schema has, stay as they are.
    if (std::ranges::find(*binding, -1) != binding->end()) return std::nullopt;
    if (binding->size() > schema.arguments.size() ||
        (node.args().size() > 1 &&
         (*binding)[node.args().size() - 1] == (*binding)[node.args().size() - 2]))
      return std::nullopt;
    Signature found = signature_of(node, schema, *binding);
    if (!agreed) {
      agreed = std::move(found);
    } else if (!same_names(*agreed, found)) {
      ambiguous = true;
      return std::nullopt;
    }
  }
  return agreed;
}

class NormalizeArgs final : public GraphPass {
public:
  explicit NormalizeArgs(const PassOptions& options)
      : all_keywords_(options.flag("keywords")), keep_defaults_(options.flag("keep-defaults")) {}

  Expected<PassResult> run_on_graph(Graph& graph, GraphModule&, PassContext& context) override {
    bool modified = false;
    for (Node* node : graph) {
      if (node->op() != Opcode::CallFunction && node->op() != Opcode::CallMethod) continue;
      bool ambiguous = false;
      std::optional<Signature> signature = functional_signature(*node);
      if (!signature) signature = operator_signature(*node, ambiguous);
      if (ambiguous)
        context.remark(node, "the overloads of '" + node->target().str() +
                                 "' that fit name their parameters differently: left as it is");
      if (signature) modified |= rewrite(*node, *signature);
    }
    return PassResult{.modified = modified, .preserves_aliasing = false};
  }

private:
  static bool is_default(const Argument& value, const Parameter& parameter) {
    return !parameter.default_value.empty() && python_repr(value) == parameter.default_value;
  }

  bool rewrite(Node& node, const Signature& signature) const {
    std::vector<Argument> args;
    std::vector<KeywordArgument> kwargs;
    // A method's object has no name; after the first gap nothing can be positional.
    bool positional = true;
    const bool is_method = node.op() == Opcode::CallMethod;
    // Python's methods do not all call their parameters as the schema does (copy_ has `other`, not
    // `src`): what was given by position stays so, and only what nothing follows is left out.
    size_t first_droppable = keep_defaults_ ? signature.parameters.size() : 0;
    if (is_method && !keep_defaults_)
      for (size_t i = 0; i < signature.parameters.size(); ++i)
        if (signature.values[i] != nullptr && !signature.parameters[i].keyword_only &&
            (i == 0 || !is_default(*signature.values[i], signature.parameters[i])))
          first_droppable = i + 1;
    for (size_t i = 0; i < signature.parameters.size(); ++i) {
      const Parameter& parameter = signature.parameters[i];
      const Argument* value = signature.values[i];
      const bool is_self = i == 0 && is_method;
      if (value == nullptr || (i >= first_droppable && is_default(*value, parameter))) {
        positional = false;
        continue;
      }
      if (is_self || (positional && !parameter.keyword_only && (is_method || !all_keywords_)))
        args.push_back(*value);
      else
        kwargs.push_back({Symbol(parameter.name), *value});
    }
    const bool same_args = std::ranges::equal(args, node.args());
    const bool same_kwargs =
        std::ranges::equal(kwargs, node.kwargs(), [](const auto& a, const auto& b) {
          return a.name == b.name && a.value == b.value;
        });
    if (same_args && same_kwargs) return false;
    node.set_args(std::move(args));
    node.set_kwargs(std::move(kwargs));
    return true;
  }

  bool all_keywords_, keep_defaults_;
};

} // namespace

extern const PassInfo normalize_args_pass;
const PassInfo normalize_args_pass{
    .name = "normalize-args",
    .summary = "Write the operands of calls that mean the same in the same way",
    .description = R"(
Operands of LibTorch's operators and of torch.nn.functional are put into the order of their schema: by
position where that is possible, by keyword behind the first one left out and where the schema has
keywords only. Operands that have the value of their default are left out. With `keywords` all operands of
functions are given by keyword; Python's methods do not all have the names of the schema, and stay. Before `cse`, `sum(x, dim = 1, keepdim = False)` and `sum(x, 1)`
become the same call.

A call whose overloads disagree about the names of its operands is left as it is, with a remark: types
are not known. Lists that were spread, `x.view(2, 3)`, stay so.

torch.fx: `NormalizeArgs`, `Node.normalized_arguments`.
)",
    .parameters = {{.name = "keywords", .description = "give all operands by keyword"},
                   {.name = "keep-defaults",
                    .description = "keep operands equal to their default"}},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<NormalizeArgs>(options);
    }};

} // namespace fx
