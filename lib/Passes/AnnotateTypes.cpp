// What the type of a value is, as far as operators and modules say.
#include "fx/Passes/Pass.h"

#include "fx/Ops/CallBinding.h"
#include "fx/Ops/Callee.h"

#include <fmt/format.h>

namespace fx {

namespace {

constexpr std::string_view tensor = "torch.Tensor";

/// What all overloads that fit the call return; empty when they differ.
std::string operator_type(const Node& node) {
  std::string agreed;
  for (const ops::BoundCall& call : ops::bind_all(node)) {
    const std::string type =
        call.schema->returns.empty() ? "" : annotation(ops::return_type(*call.schema));
    if (type.empty() || (!agreed.empty() && agreed != type)) return {};
    agreed = type;
  }
  return agreed;
}

/// The types of arguments, for Python's operators.
std::string_view type_of(const Argument& argument) {
  switch (argument.kind()) {
  case Argument::Kind::Node: return argument.as_node()->type();
  case Argument::Kind::Int: return "int";
  case Argument::Kind::Float: return "float";
  case Argument::Kind::Bool: return "bool";
  default: return {};
  }
}

/// The element of "typing.List[T]" or "typing.Tuple[A, B]" at a literal index.
std::string element_type(std::string_view type, const Argument& index) {
  const size_t open = type.find('[');
  if (open == std::string_view::npos || !type.ends_with("]") || !index.is(Argument::Kind::Int))
    return {};
  const std::string_view inside = type.substr(open + 1, type.size() - open - 2);
  if (type.starts_with("typing.List[")) return std::string(inside);
  if (!type.starts_with("typing.Tuple[")) return {};
  std::vector<std::string_view> parts;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= inside.size(); ++i) {
    if (i < inside.size() && inside[i] == '[') ++depth;
    if (i < inside.size() && inside[i] == ']') --depth;
    if (i < inside.size() && (inside[i] != ',' || depth > 0)) continue;
    std::string_view part = inside.substr(begin, i - begin);
    while (part.starts_with(' '))
      part.remove_prefix(1);
    parts.push_back(part);
    begin = i + 1;
  }
  const auto size = static_cast<int64_t>(parts.size());
  const int64_t at = index.as_int() < 0 ? index.as_int() + size : index.as_int();
  return at >= 0 && at < size ? std::string(parts[static_cast<size_t>(at)]) : std::string();
}

std::string python_operator_type(const Node& node) {
  if (node.args().empty()) return {};
  const std::string_view first = type_of(node.arg(0));
  if (node.target().view() == "operator.getitem") {
    if (node.args().size() != 2) return {};
    return first == tensor ? std::string(tensor) : element_type(first, node.arg(1));
  }
  if (ops::find_operator(node.target()) == nullptr) return {};
  // A tensor and anything is a tensor; numbers stay what they are where nothing else is possible.
  bool all_int = true;
  for (const Argument& argument : node.args()) {
    if (type_of(argument) == tensor) return std::string(tensor);
    all_int &= type_of(argument) == "int";
  }
  const std::string_view name = node.target();
  const bool keeps_int = name == "operator.add" || name == "operator.sub" ||
                         name == "operator.mul" || name == "operator.floordiv" ||
                         name == "operator.mod" || name == "operator.neg";
  return all_int && keeps_int ? "int" : std::string();
}

std::string module_type(const Node& node, const GraphModule& model) {
  const Module* called = model.modules.find(node.target());
  if (called == nullptr || called->kind != ModuleKind::Leaf) return {};
  const ops::ModuleHolder* holder = called->cpp_type.view().starts_with("torch::nn::")
                                        ? ops::find_module_holder(called->cpp_type)
                                        : nullptr;
  return holder == nullptr ? std::string() : annotation(ValueType::parse(holder->result));
}

class AnnotateTypes final : public GraphPass {
public:
  Expected<PassResult> run_on_graph(Graph& graph, GraphModule& module, PassContext&) override {
    bool modified = false;
    for (Node* node : graph) {
      if (!node->type().empty()) continue;
      const std::string type = infer(*node, graph, module);
      if (type.empty()) continue;
      node->set_type(Symbol(type));
      modified = true;
    }
    return PassResult{.modified = modified, .preserves_aliasing = true};
  }

private:
  static std::string infer(const Node& node, const Graph& graph, const GraphModule& module) {
    switch (node.op()) {
    case Opcode::Placeholder:
      // C++ knows: forward declares it.
      if (const std::string* type = node.meta(meta::cpp_type))
        return annotation(ValueType::parse(*type));
      return {};
    case Opcode::GetAttr: return std::string(tensor);
    case Opcode::CallModule:
      return module.is_forward_graph(graph) ? module_type(node, module) : std::string();
    case Opcode::CallMethod: return operator_type(node);
    case Opcode::CallFunction: {
      const std::string type = python_operator_type(node);
      return type.empty() ? function_type(node) : type;
    }
    case Opcode::Output: return {};
    }
    return {};
  }

  static std::string function_type(const Node& node) {
    constexpr std::string_view functional = "torch.nn.functional.";
    const std::string_view target = node.target();
    if (target.starts_with(functional))
      if (const auto* function = ops::find_cpp_functional(target.substr(functional.size())))
        return annotation(ValueType::parse(function->result));
    return operator_type(node);
  }
};

} // namespace

extern const PassInfo annotate_types_pass;
const PassInfo annotate_types_pass{
    .name = "annotate-types",
    .summary = "Write the types of values where operators and modules say them",
    .description = R"(
Nodes without a type get the one that LibTorch's schemas give for all overloads that fit the call, that a
module's or function's declaration gives, or that follows from the types of the operands: `torch.Tensor`,
`int`, `typing.List[torch.Tensor]`, `typing.Tuple[torch.Tensor, torch.Tensor]`. Types that are there are kept.
Where overloads differ nothing is written.

torch.fx: `AnnotateTypesWithSchema`, `annotate_getitem_nodes`.
)",
    .parameters = {},
    .create = [](const PassOptions&) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<AnnotateTypes>();
    }};

} // namespace fx
