// torch::autograd::Function: a forward and a backward of the user's own.
//
// A graph has what forward computes. The backward is in a graph only as part of a call that stays
// one: --wrap=<class>.
#include "Frontend/Models/Torch/Modules.h"

using namespace clang;

namespace fx::frontend {

namespace {

const CXXMethodDecl* forward_of(const CXXRecordDecl* function) {
  for (const CXXMethodDecl* method : function->methods())
    if (method->getDeclName().isIdentifier() && method->getName() == "forward" &&
        method->isStatic() && method->getNumParams() > 0)
      return method;
  return nullptr;
}

/// One node, which calls Class::apply.
bool stay_one_call(ModelCall& call, const std::string& name) {
  std::vector<Argument> args;
  for (const Operand& operand : call.args) {
    Argument argument;
    if (!call.graph().lower(operand, argument)) return false;
    args.push_back(std::move(argument));
  }
  return call.ret(Value::node(
      call.graph().emit(call.expr, Opcode::CallFunction, name + "::apply", std::move(args))));
}

/// Class::apply(arguments...) is Class::forward(context, arguments...).
bool apply(ModelCall& call) {
  Machine& machine = call.machine;
  const auto* base = dyn_cast<ClassTemplateSpecializationDecl>(
      llvm::cast<CXXMethodDecl>(call.callee)->getParent());
  const CXXRecordDecl* function =
      base ? record_of(base->getTemplateArgs()[0].getAsType()) : nullptr;
  const CXXMethodDecl* forward = function ? forward_of(function->getDefinition()) : nullptr;
  if (forward == nullptr) return call.unsupported();
  const std::string name = qualified_name(function);
  if (llvm::is_contained(machine.options().wrapped, name)) return stay_one_call(call, name);
  call.report().loss(call.location(), diag::backward_not_in_the_graph, name);
  Operand context;
  context.type = forward->getParamDecl(0)->getType();
  const CXXRecordDecl* record = record_of(context.type->getPointeeType());
  if (record == nullptr) return call.unsupported();
  context.value =
      Value::pointer(call.storage().create(Object::Kind::Class, record->getDefinition())->self);
  call.args.insert(call.args.begin(), context);
  return machine.call_function(call.expr, forward, {}, std::move(call.args), call.result);
}

/// What is kept for backward is of no interest to a graph.
bool keep_for_backward(ModelCall& call) {
  return call.ret(Value::none());
}

} // namespace

extern const ModelTable autograd_function_models = {
    {"torch::autograd::Function::apply", apply, runs},
    {"torch::autograd::AutogradContext::{save_for_backward,mark_dirty,mark_non_differentiable,set_"
     "materialize_grads}",
     keep_for_backward, says},
};

} // namespace fx::frontend
