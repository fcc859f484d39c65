#include "LayerParameters.h"

#include "fx/Ops/CallBinding.h"
#include "fx/Ops/Callee.h"
#include "fx/Ops/Modules.h"

#include <algorithm>

namespace fx::codegen {

namespace {

/// The operand of that name: by the function of torch.nn.functional, else by the schemas that the
/// call can mean.
const Argument* operand_named(const Node& call, std::string_view name) {
  if (const Argument* by_name = call.kwarg(name)) return by_name;
  if (const ops::PythonFunction* function = ops::callee_of(call).functional) {
    const auto found = std::ranges::find(function->positional, name);
    const auto index = static_cast<size_t>(found - function->positional.begin());
    if (found != function->positional.end())
      return index < call.args().size() ? &call.arg(index) : nullptr;
  }
  for (const ops::BoundCall& bound : ops::bind_all(call))
    for (size_t i = 0; i < bound.parameters.size(); ++i)
      if (bound.parameters[i] >= 0 &&
          bound.schema->arguments[static_cast<size_t>(bound.parameters[i])].name == name)
        return &ops::operand(call, i);
  return nullptr;
}

} // namespace

LayerParameters::LayerParameters(const TracedModule& module)
    : module_(module), from_parameters_(module.graph.id_limit()) {
  std::vector<bool> from_inputs(module.graph.id_limit());
  for (const Node* node : module.graph) {
    const auto any_input = [&](const std::vector<bool>& is) {
      return std::ranges::any_of(node->input_nodes(),
                                 [&](const Node* input) { return is[input->id()]; });
    };
    from_inputs[node->id()] = node->op() == Opcode::Placeholder ||
                              node->op() == Opcode::CallModule || any_input(from_inputs);
    from_parameters_[node->id()] = node->op() == Opcode::GetAttr
                                       ? is_parameter(*node)
                                       : !from_inputs[node->id()] && any_input(from_parameters_);
  }
}

bool LayerParameters::is_parameter(const Node& node) const {
  const std::string_view path = node.target();
  if (const TensorSlot* slot = module_.modules.find_tensor(path))
    return slot->role == TensorRole::Parameter;
  const auto held = ops::find_leaf_tensor(module_, path);
  return held && held->role == TensorRole::Parameter;
}

std::vector<const Node*> LayerParameters::of(const Node& call) const {
  std::vector<const Node*> parameters;
  if (call.op() != Opcode::CallFunction && call.op() != Opcode::CallMethod) return parameters;
  for (const std::string_view name : {"weight", "bias"}) {
    const Argument* operand = operand_named(call, name);
    if (operand != nullptr && operand->is_node() && from_parameters_[operand->as_node()->id()])
      parameters.push_back(operand->as_node());
  }
  return parameters;
}

bool is_convolution(const Node& call) {
  return std::ranges::any_of(ops::callee_of(call).schemas, [](const ops::Schema& schema) {
    const auto takes = [&](std::string_view name) {
      return std::ranges::find(schema.arguments, name, &ops::SchemaArgument::name) !=
             schema.arguments.end();
    };
    return takes("weight") && takes("stride");
  });
}

} // namespace fx::codegen
