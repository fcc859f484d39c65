// torch::autograd::grad: gradients that forward asks for, as a physics-informed network does.
#include "Frontend/Models/Torch/Modules.h"

using namespace clang;

namespace fx::frontend {

namespace {

/// The first two as they are, the others by Python's names, which come in another order there.
bool grad(ModelCall& call) {
  if (call.graph().in_constructor())
    return call.ret(Value::opaque(call.location(), "a gradient that the constructor asks for"));
  constexpr size_t num_lists = 3;
  constexpr size_t num_positional = 2;
  std::vector<Argument> args;
  std::vector<KeywordArgument> kwargs;
  for (size_t i = 0; i < call.num_given(); ++i) {
    const Operand& operand = call.args[i];
    if (operand.defaulted) continue;
    Argument argument;
    if (!call.graph().lower(operand, argument)) return false;
    if (i < num_lists) argument = as_list(argument);
    const bool says_nothing = argument.is_none() || (i == num_positional && !argument.is_node() &&
                                                     argument.items().empty());
    if (i < num_positional)
      args.push_back(std::move(argument));
    else if (!says_nothing)
      kwargs.push_back(
          {std::string_view(call.callee->getParamDecl(i)->getName()), std::move(argument)});
  }
  return call.ret(Value::node(call.graph().emit(
      call.expr, Opcode::CallFunction, "torch.autograd.grad", std::move(args), std::move(kwargs))));
}

} // namespace

bool may_be_unused_gradient(const Node& node) {
  if (!node.is_call_function("operator.getitem") || !node.arg(0).is_node() ||
      !node.arg(0).as_node()->is_call_function("torch.autograd.grad"))
    return false;
  const Argument* unused = node.arg(0).as_node()->kwarg("allow_unused");
  return unused && !(unused->is(Argument::Kind::Bool) && !unused->as_bool());
}

extern const ModelTable gradient_models = {
    {"torch::autograd::grad", grad, writes_tensors},
};

} // namespace fx::frontend
