// Guards: objects that are a mode of computing while they live (NoGradGuard, AutoGradMode,
// InferenceMode). In forward they are entered and left by nodes, as Python's `with` does it.
#include "Frontend/Models/Models.h"

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
  // What constructors compute has no gradient to begin with.
  if (call.graph().in_constructor()) return call.ret(Value::stateless());
  std::vector<Argument> args;
  if (!call.args.empty() && !call.args[0].defaulted) {
    Argument on;
    if (!call.graph().lower(call.args[0], on)) return false;
    args.push_back(std::move(on));
  }
  const auto* record = llvm::cast<CXXConstructorDecl>(call.callee)->getParent();
  const llvm::StringRef mode = python_mode(record->getName());
  Node* guard = call.graph().emit(call.expr, Opcode::CallFunction,
                                  std::string_view(mode.data(), mode.size()), std::move(args));
  call.graph().emit(call.expr, Opcode::CallMethod, "__enter__", {Argument(guard)});
  Object* object = call.storage().create(Object::Kind::Class, record);
  object->elements.push_back(call.storage().allocate(Value::node(guard)));
  call.graph().note_entered(guard, call.location());
  return call.ret(Value::record(object));
}

} // namespace

bool is_guard_class(const CXXRecordDecl* record) {
  return record->getIdentifier() && !python_mode(record->getName()).empty() &&
         is_torch_library(record);
}

bool leave_guard(Machine& machine, const Expr* where, const Object* guard) {
  if (guard->elements.empty()) return true;
  Node* entered = guard->elements.front()->value().node();
  if (machine.graph().note_left(entered))
    machine.graph().emit(where, Opcode::CallMethod, "__exit__",
                         {Argument(entered), Argument(), Argument(), Argument()});
  return true;
}

ModelTable guards_models() {
  static const ModelEntry table[] = {
      {"at::NoGradGuard::NoGradGuard", enter, contract::sets_program},
      {"c10::NoGradGuard::NoGradGuard", enter, contract::sets_program},
      {"c10::InferenceMode::InferenceMode", enter, contract::sets_program},
      {"c10::AutoGradMode::AutoGradMode", enter, contract::sets_program},
  };
  return table;
}

} // namespace fx::frontend
