// The body of a function runs: its frame, its parameters, what leaves it.
#include "Frontend/Eval/Machine.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

constexpr size_t max_call_depth = 400;

} // namespace

bool Machine::bind_parameters(const FunctionDecl* function, llvm::SmallVector<Operand, 4>& args) {
  for (unsigned i = 0; i < function->getNumParams(); ++i) {
    const ParmVarDecl* parameter = function->getParamDecl(i);
    Operand operand;
    if (i < args.size()) operand = args[i];
    if (i >= args.size() || operand.defaulted) {
      if (!parameter->hasDefaultArg() || parameter->hasUninstantiatedDefaultArg())
        return report_.error(parameter->getLocation(), diag::no_value_for_a_parameter);
      if (!eval_operand(parameter->getDefaultArg(), operand)) return false;
    }
    if (parameter->getType()->isReferenceType()) {
      bind(parameter, referred(operand.expr, parameter->getType(), operand.value, operand.place));
      continue;
    }
    const bool is_copy = operand.place || is_copied_into_calls(parameter->getType(), operand.value);
    Location* location = storage_.allocate(is_copy ? storage_.copy(operand.value) : operand.value);
    bind(parameter, location);
    // A fresh object may be held by who made it.
    if (is_copy || !operand.value.is_object())
      own_variable(parameter->getType(), location);
    else
      own(parameter->getType(), location);
  }
  // The parameters have them from here on.
  for (const Operand& operand : args)
    if (const auto held = llvm::find_if(llvm::reverse(in_flight_),
                                        [&](const auto& other) {
                                          return !operand.place &&
                                                 other.first.is_same(operand.value);
                                        });
        held != in_flight_.rend())
      in_flight_.erase(std::next(held).base());
  // int f(int n, int a[n++])
  for (const ParmVarDecl* parameter : function->parameters()) {
    if (!parameter->getType()->isPointerType() ||
        !parameter->getOriginalType()->isVariablyModifiedType())
      continue;
    auto* where =
        new (context_) OpaqueValueExpr(parameter->getLocation(), context_.VoidTy, VK_PRValue);
    std::optional<int64_t> size;
    if (!run_sizes(where, parameter->getOriginalType(), size)) return false;
  }
  return true;
}

/// One run of a body, in a frame of its own.
class Machine::BodyRun {
public:
  BodyRun(Machine& machine, const Expr* call, const FunctionDecl* function)
      : machine_(machine), report_(machine.report_), call_(call), function_(function) {}

  void push_frame(const Object* self, const Object* closure, Location* handle,
                  const llvm::SmallVector<Operand, 4>& args);
  void enter_forward(const Object* self);
  bool run(llvm::SmallVector<Operand, 4>& args);
  void take_result(bool ok, Result& result);
  bool forbids(const Exception& exception) const;

private:
  void bind_captures(const Object* closure);

  Machine& machine_;
  Reporter& report_;
  const Expr* call_;
  const FunctionDecl* function_;
  std::vector<OwnedObject> handed_; // parameters that its caller ends
};

void Machine::BodyRun::push_frame(const Object* self, const Object* closure, Location* handle,
                                  const llvm::SmallVector<Operand, 4>& args) {
  Frame frame;
  frame.function = function_;
  frame.self = self;
  frame.closure = closure;
  frame.handle = handle;
  frame.call_site = call_->getExprLoc();
  frame.call = call_->getSourceRange();
  if (function_->isVariadic()) {
    std::vector<Value> rest;
    for (size_t i = function_->getNumParams(); i < args.size(); ++i)
      rest.push_back(args[i].place ? machine_.storage_.copy(args[i].value) : args[i].value);
    frame.variadic = machine_.storage_.sequence(std::move(rest));
  }
  machine_.frames_.push_back(std::move(frame));
  if (closure) bind_captures(closure);
}

/// What a lambda has captured goes by the names that it has outside.
void Machine::BodyRun::bind_captures(const Object* closure) {
  llvm::DenseMap<const ValueDecl*, FieldDecl*> captures;
  FieldDecl* this_field = nullptr;
  // The closure may be a base of the object: an overload set made of lambdas.
  llvm::cast<CXXMethodDecl>(function_)->getParent()->getCaptureFields(captures, this_field);
  for (const auto& [variable, field] : captures)
    machine_.bind(variable, machine_.field_place(closure, field));
  if (this_field == nullptr) return;
  const Value captured = machine_.field_place(closure, this_field)->value();
  Frame& frame = machine_.frames_.back();
  if (captured.is(Value::Kind::Pointer) && captured.target()->value().is_object())
    frame.self = captured.target()->value().object();
  else if (captured.is(Value::Kind::Pointer))
    frame.handle = captured.target(); // `this` of a holder
  if (captured.is_object()) frame.self = captured.object();
}

/// The forward of a module begins.
void Machine::BodyRun::enter_forward(const Object* self) {
  GraphBuilder& graph = machine_.graph_;
  if (!graph.in_constructor() && machine_.frames_.size() > 2 && self->module->parent == nullptr &&
      !graph.is_adopted_root(self->module)) {
    // The caller's object owns it.
    Frame callee = std::move(machine_.frames_.back());
    machine_.frames_.pop_back();
    machine_.library_.begin_forward(machine_, call_, self);
    machine_.frames_.push_back(std::move(callee));
  }
  graph.enter_module(*self->module);
}

/// Binds the parameters and runs the statements.
bool Machine::BodyRun::run(llvm::SmallVector<Operand, 4>& args) {
  if (!machine_.bind_parameters(function_, args)) {
    if (machine_.unwinding()) machine_.leave_scope(0, Completion::Throw);
    return false;
  }
  // A jump that looks for its label does not do so in what is called.
  const Stmt* outer_label = std::exchange(machine_.label_, nullptr);
  const size_t num_parameters = machine_.frames_.back().owned.size();
  Completion completion = machine_.leave_scope(num_parameters, machine_.run(function_->getBody()));
  if (completion != Completion::Failed) handed_ = machine_.take_parameters(call_);
  completion = machine_.leave_scope(0, completion);
  machine_.label_ = outer_label;
  if (completion == Completion::Failed || completion == Completion::Throw) return false;
  if (completion == Completion::Normal && !function_->getReturnType()->isVoidType() &&
      !function_->isMain())
    return report_.error(call_, diag::no_return_value, function_->getQualifiedNameAsString());
  return true;
}

/// Back to the frame of the caller.
void Machine::BodyRun::take_result(bool ok, Result& result) {
  result = machine_.frames_.back().result;
  if (ok && result.place == nullptr &&
      machine_.is_copied_out_of_calls(function_->getReturnType(), result.value))
    result.value = machine_.storage_.copy(result.value);
  machine_.frames_.pop_back();
  machine_.give_back(handed_);
}

/// Whether the exception specification of the function keeps `exception` from leaving it.
bool Machine::BodyRun::forbids(const Exception& exception) const {
  const auto* type = function_->getType()->castAs<FunctionProtoType>();
  const ExceptionSpecificationType specification = type->getExceptionSpecType();
  if (specification == EST_Dynamic)
    return llvm::none_of(type->exceptions(),
                         [&](QualType allowed) { return machine_.catches(allowed, exception); });
  return (isNoexceptExceptionSpec(specification) || specification == EST_DynamicNone) &&
         type->canThrow() == CT_Cannot;
}

bool Machine::run_body(const Expr* expr, const FunctionDecl* function, const Object* self,
                       llvm::SmallVector<Operand, 4>& args, Result& result, const Object* closure,
                       Location* handle) {
  if (frames_.size() >= max_call_depth)
    return report_.error(expr, diag::calls_nested_too_deeply, max_call_depth);
  if (args.size() > function->getNumParams() && !function->isVariadic())
    return report_.unsupported(expr, missing::call_with_more_arguments_than_parameters);
  if (!report_.is_whole(function->getSourceRange())) return false;
  const ProgramCode code(*this);
  if (!code.may_run(expr)) return false;
  BodyRun body(*this, expr, function);
  body.push_frame(self, closure, handle, args);
  const bool is_forward =
      self && self->kind == Object::Kind::Module && function->getNameAsString() == "forward";
  if (is_forward) body.enter_forward(self);
  const bool ok = body.run(args);
  if (is_forward) graph_.leave_module();
  body.take_result(ok, result);
  if (!ok && unwinding() && !exception_->type.isNull() && body.forbids(*exception_))
    return report_.error(exception_->location, diag::exception_leaves_noexcept,
                         function->getQualifiedNameAsString());
  return ok;
}

} // namespace fx::frontend
