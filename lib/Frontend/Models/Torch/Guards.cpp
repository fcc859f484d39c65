// Guards: objects that are a mode of computing while they live (NoGradGuard, AutoGradMode,
// InferenceMode). In forward they are entered and left by nodes, as Python's `with` does it.
#include "Frontend/Models/Torch/Modules.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// What Python calls the mode; empty for other classes.
llvm::StringRef python_mode(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Case("NoGradGuard", "torch.no_grad")
      .Case("AutoGradMode", "torch.set_grad_enabled")
      .Case("InferenceMode", "torch.inference_mode")
      .Default({});
}

bool enter(ModelCall& call) {
  const auto* record = llvm::cast<CXXConstructorDecl>(call.callee)->getParent();
  Object* object = call.storage().create(Object::Kind::Class, record);
  // What constructors compute has no gradient to begin with: all that counts is what they leave.
  if (call.graph().in_constructor()) {
    const bool is_mode = !call.args.empty() && record->getName() == "AutoGradMode";
    const Value on = is_mode ? call.args[0].value : Value::boolean(false);
    if (is_mode && !on.is(Value::Kind::Int))
      return call.machine.report().not_known(call.args[0].expr, on, "the mode of gradients");
    call.graph().note_entered(object);
    call.graph().set_gradients(on.as_int() != 0, call.location());
    return call.ret(Value::object(object));
  }
  std::vector<Argument> args;
  if (!call.args.empty() && !call.args[0].defaulted) {
    Argument on;
    if (!call.graph().lower(call.args[0], on)) return false;
    args.push_back(std::move(on));
  }
  const llvm::StringRef mode = python_mode(record->getName());
  Node* guard = call.graph().emit(call.expr, Opcode::CallFunction,
                                  std::string_view(mode.data(), mode.size()), std::move(args));
  call.graph().emit(call.expr, Opcode::CallMethod, "__enter__", {Argument(guard)});
  object->elements.push_back(call.storage().allocate(Value::node(guard)));
  call.graph().note_entered(guard, call.location());
  return call.ret(Value::object(object));
}

/// GradMode::set_enabled(on): in constructors, which switch gradients off while they fill weights.
bool set_gradients(ModelCall& call) {
  if (!call.graph().in_constructor()) return call.error(diag::changes_gradients_from_here);
  const Value& on = call.args[0].value;
  if (!on.is(Value::Kind::Int))
    return call.machine.report().not_known(call.args[0].expr, on, "the mode of gradients");
  call.graph().set_gradients(on.as_int() != 0, call.location());
  return call.ret(Value::none());
}

bool has_gradients(ModelCall& call) {
  if (!call.graph().in_constructor())
    return call.ret(Value::opaque(call.location(), "whether there are gradients is known only when "
                                                   "the model runs"));
  return call.ret(Value::boolean(call.graph().gradients().on));
}

/// Guards of the dispatcher, and of gradients that are computed forwards.
bool other_mode(ModelCall& call) {
  return call.error(diag::mode_not_in_a_graph, call.name);
}

} // namespace

bool is_guard_class(const CXXRecordDecl* record) {
  return is_key_guard(record) ||
         (record->getIdentifier() && !python_mode(record->getName()).empty() &&
          is_torch_library(record));
}

bool leave_guard(Machine& machine, const Expr* where, const Object* guard) {
  if (is_key_guard(guard->type)) return leave_key_guard(machine, where, guard);
  if (guard->elements.empty()) { // the constructor's
    machine.graph().note_left(guard);
    return true;
  }
  Node* entered = guard->elements.front()->value().node();
  if (machine.graph().note_left(entered))
    machine.graph().emit(where, Opcode::CallMethod, "__exit__",
                         {Argument(entered), Argument(), Argument(), Argument()});
  return true;
}

extern const ModelTable guards_models = {
    {"{at,c10}::NoGradGuard::NoGradGuard", enter, sets_program},
    {"c10::{InferenceMode::InferenceMode,AutoGradMode::AutoGradMode}", enter, sets_program},
    {"c10::GradMode::set_enabled", set_gradients, sets_program},
    {"c10::GradMode::is_enabled", has_gradients, operates},
    {"at::AutoDispatchBelowADInplaceOrView::AutoDispatchBelowADInplaceOrView", other_mode,
     sets_program},
    {"at::AutoDispatchBelowAutograd::AutoDispatchBelowAutograd", other_mode, sets_program},
    {"at::AutoDispatchSkipFunctionalize::AutoDispatchSkipFunctionalize", other_mode, sets_program},
    {"at::AutoNonVariableTypeMode::AutoNonVariableTypeMode", other_mode, sets_program},
    {"c10::AutoFwGradMode::AutoFwGradMode", other_mode, sets_program},
    {"c10::impl::ForceDispatchKeyGuard::ForceDispatchKeyGuard", other_mode, sets_program},
    {"c10::impl::IncludeDispatchKeyGuard::IncludeDispatchKeyGuard", other_mode, sets_program},
};

} // namespace fx::frontend
