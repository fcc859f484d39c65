// The body of a constructor runs: its initialisers in the standard's order, and what is undone
// where one of them throws.
#include "Frontend/Eval/Machine.h"
#include "Frontend/Values/Wrappers.h"

#include "llvm/ADT/ScopeExit.h"

using namespace clang;

namespace fx::frontend {

namespace {

/// What stands inside of the nodes for the ends of temporaries.
const Expr* without_cleanups(const Expr* expr) {
  while (const Expr* inner = inside<FullExpr, CXXBindTemporaryExpr>(expr))
    expr = inner;
  return expr;
}

} // namespace

/// The initialiser of a base class, or the constructor that another delegates to: the same object.
class Machine::BaseInitializer {
public:
  BaseInitializer(Machine& machine, const CXXConstructorDecl* body,
                  const CXXCtorInitializer* initializer, const Object* object)
      : machine_(machine), report_(machine.report_), body_(body), initializer_(initializer),
        object_(object), init_(initializer->getInit()) {}

  bool run(bool is_complete);

private:
  bool make_aggregate(const InitListExpr* list);
  bool find_constructor(const Expr* inner);
  void pass_parameters_on();
  bool construct(bool is_whole);
  /// The class whose constructor runs is a model's affair.
  bool is_of_library() const {
    return !machine_.runs(target_->getParent()) && !machine_.is_own_object(Value::object(object_));
  }

  Machine& machine_;
  Reporter& report_;
  const CXXConstructorDecl* body_;
  const CXXCtorInitializer* initializer_;
  const Object* object_;
  const Expr* init_;
  const CXXConstructorDecl* target_ = nullptr;
  llvm::SmallVector<Operand, 4> args_;
};

bool Machine::BaseInitializer::run(bool is_complete) {
  const size_t owned = machine_.frames_.back().owned.size();
  const Expr* inner = without_cleanups(init_);
  if (const auto* list = dyn_cast<InitListExpr>(inner))
    return make_aggregate(list) &&
           machine_.leave_scope(owned, Completion::Normal) == Completion::Normal;
  if (!find_constructor(inner)) return false;
  const bool ok = construct(initializer_->isDelegatingInitializer() && is_complete);
  if (!ok && !machine_.unwinding()) return false;
  const Completion completion =
      machine_.leave_scope(owned, ok ? Completion::Normal : Completion::Throw);
  return completion == Completion::Normal;
}

/// An aggregate, made in place.
bool Machine::BaseInitializer::make_aggregate(const InitListExpr* list) {
  const CXXRecordDecl* base = list->getType()->getAsCXXRecordDecl();
  if (base == nullptr || !machine_.runs(base))
    return report_.unsupported(init_, missing::base_class_initialiser);
  return machine_.init_base_part(list->isSemanticForm() ? list : list->getSemanticForm(), object_);
}

/// The constructor, and its arguments.
bool Machine::BaseInitializer::find_constructor(const Expr* inner) {
  if (const auto* construction = dyn_cast<CXXConstructExpr>(inner)) {
    target_ = construction->getConstructor();
    return machine_.eval_arguments({construction->getArgs(), construction->getNumArgs()},
                                   is_of_library(), args_);
  }
  const auto* inherited = dyn_cast<CXXInheritedCtorInitExpr>(inner);
  if (inherited == nullptr) return report_.unsupported(init_, missing::base_class_initialiser);
  target_ = inherited->getConstructor();
  pass_parameters_on();
  return true;
}

/// An inherited constructor gets what the one that inherits it got.
void Machine::BaseInitializer::pass_parameters_on() {
  for (const ParmVarDecl* parameter : body_->parameters()) {
    Operand operand;
    operand.type = parameter->getType();
    operand.place = machine_.frames_.back().variables.lookup(parameter);
    operand.value = operand.place->value();
    // What is passed by value is the parameter of the inherited constructor itself.
    if (!parameter->getType()->isReferenceType()) {
      machine_.disown(operand.place);
      operand.place = nullptr;
    }
    args_.push_back(std::move(operand));
  }
}

bool Machine::BaseInitializer::construct(bool is_whole) {
  if (is_of_library()) return machine_.library_.init_base(machine_, init_, target_, object_, args_);
  if (target_->isCopyOrMoveConstructor() && !target_->isUserProvided() &&
      args_[0].value.is_object() && object_->kind == Object::Kind::Class)
    return machine_.copy_parts(init_, target_->getParent(), *args_[0].value.object(),
                               machine_.storage_.change(object_), target_->isMoveConstructor(),
                               is_whole);
  return machine_.run_constructor(init_, target_, object_, args_, is_whole);
}

/// One run of a constructor, in a frame of its own.
class Machine::ConstructorRun {
public:
  ConstructorRun(Machine& machine, const CXXConstructorDecl* body, const Object* object,
                 bool is_complete)
      : machine_(machine), body_(body), object_(object), is_complete_(is_complete) {}

  bool run(const Expr* call, llvm::SmallVector<Operand, 4>& args);
  /// Parameters that the caller ends.
  const std::vector<OwnedObject>& handed() const { return handed_; }

private:
  bool run_initializers();
  bool run_statements(const Expr* call, size_t num_parameters, const Stmt* statements);
  void destroy_built();
  void run_handlers(const CXXTryStmt* attempt);

  Machine& machine_;
  const CXXConstructorDecl* body_;
  const Object* object_;
  bool is_complete_;
  size_t num_done_ = 0; // initialisers
  std::vector<OwnedObject> handed_;
};

bool Machine::ConstructorRun::run(const Expr* call, llvm::SmallVector<Operand, 4>& args) {
  if (!machine_.bind_parameters(body_, args)) {
    if (machine_.unwinding()) machine_.leave_scope(0, Completion::Throw);
    return false;
  }
  const size_t num_parameters = machine_.frames_.back().owned.size();
  const auto* attempt = dyn_cast_or_null<CXXTryStmt>(body_->getBody());
  if (run_initializers()) {
    if (run_statements(call, num_parameters, attempt ? attempt->getTryBlock() : body_->getBody()))
      return true;
  } else if (machine_.unwinding()) {
    machine_.leave_scope(num_parameters, Completion::Throw);
    handed_ = machine_.take_parameters(call);
    machine_.leave_scope(0, Completion::Throw);
  }
  if (machine_.unwinding()) destroy_built();
  if (machine_.unwinding() && attempt) run_handlers(attempt);
  return false;
}

bool Machine::ConstructorRun::run_initializers() {
  // Initialisers stand in the AST in the order in which they run.
  for (const CXXCtorInitializer* initializer : body_->inits()) {
    const Expr* init = initializer->getInit();
    if (initializer->isIndirectMemberInitializer()) {
      if (!machine_.init_indirect(initializer->getIndirectMember(), object_, init)) return false;
      ++num_done_;
      continue;
    }
    // The class of the whole object makes virtual bases, once.
    const bool is_skipped =
        initializer->isBaseInitializer() && initializer->isBaseVirtual() && !is_complete_;
    const bool ok =
        is_skipped ||
        (initializer->isMemberInitializer()
             ? machine_.init_field(initializer->getMember(), object_, init)
             : BaseInitializer(machine_, body_, initializer, object_).run(is_complete_));
    if (!ok) return false;
    ++num_done_;
  }
  return true;
}

bool Machine::ConstructorRun::run_statements(const Expr* call, size_t num_parameters,
                                             const Stmt* statements) {
  Completion completion = machine_.leave_scope(num_parameters, machine_.run(statements));
  if (completion != Completion::Failed) handed_ = machine_.take_parameters(call);
  completion = machine_.leave_scope(0, completion);
  return completion == Completion::Normal || completion == Completion::Return;
}

/// What was built before something threw dies.
void Machine::ConstructorRun::destroy_built() {
  const std::optional<Exception> thrown = std::exchange(machine_.exception_, std::nullopt);
  ++machine_.num_travelling_;
  const auto landed = llvm::scope_exit([&] { --machine_.num_travelling_; });
  const llvm::ArrayRef<CXXCtorInitializer*> initializers(body_->init_begin(), num_done_);
  for (const CXXCtorInitializer* initializer : llvm::reverse(initializers)) {
    if (initializer->isMemberInitializer()) {
      const FieldDecl* field = initializer->getMember();
      if (machine_.needs_destruction(field->getType()) &&
          !machine_.destroy_value(initializer->getInit(), field->getType(),
                                  machine_.field_place(object_, field)))
        return;
      continue;
    }
    const bool is_delegating = initializer->isDelegatingInitializer();
    if (initializer->isBaseInitializer() && initializer->isBaseVirtual() && !is_complete_) continue;
    const QualType type = is_delegating ? machine_.context_.getCanonicalTagType(body_->getParent())
                                        : QualType(initializer->getBaseClass(), 0);
    if (machine_.needs_destruction(type) &&
        !machine_.destroy(object_, type->getAsCXXRecordDecl(), is_delegating && is_complete_))
      return;
  }
  machine_.exception_ = thrown;
}

/// The handlers of a constructor see its parameters, and cannot make the object good: what does not
/// throw another exception throws the same again.
void Machine::ConstructorRun::run_handlers(const CXXTryStmt* attempt) {
  const std::optional<Exception> thrown = machine_.exception_;
  const Completion completion = machine_.run_handlers(attempt);
  if (completion == Completion::Normal || completion == Completion::Return)
    machine_.exception_ = thrown;
}

bool Machine::run_constructor(const Expr* expr, const CXXConstructorDecl* constructor,
                              const Object* object, llvm::SmallVector<Operand, 4>& args,
                              bool is_complete) {
  if (constructor->isDefaulted() && !constructor->doesThisDeclarationHaveABody() &&
      !constructor->isDeleted() && constructor->isDefaultConstructor())
    sema().DefineImplicitDefaultConstructor(expr->getExprLoc(),
                                            const_cast<CXXConstructorDecl*>(constructor));
  if (!report_.is_whole(constructor->getParent())) return false;
  const CXXConstructorDecl* body = constructor_body(expr, constructor);
  if (body == nullptr) return false;
  if (frames_.size() > 400) return report_.error(expr, diag::constructors_nested_too_deeply);
  const ProgramCode code(*this);
  if (!code.may_run(expr)) return false;
  Frame frame;
  frame.function = body;
  frame.self = object;
  frame.call_site = expr->getExprLoc();
  frame.call = expr->getSourceRange();
  frames_.push_back(std::move(frame));
  // Virtual calls go no further than to the class under construction.
  const bool is_dynamic = constructor->getParent()->isDynamicClass();
  if (is_dynamic)
    under_construction_.push_back({object, constructor->getParent()->getDefinition()});
  ConstructorRun one(*this, body, object, is_complete);
  const bool ok = one.run(expr, args);
  if (is_dynamic) under_construction_.pop_back();
  frames_.pop_back();
  give_back(one.handed());
  return ok;
}

} // namespace fx::frontend
