// Variables that exist before the program begins: namespaces' variables and static members.
#include "Frontend/Eval/Machine.h"

#include "llvm/ADT/ScopeExit.h"

#include <fmt/format.h>

#include <map>

using namespace clang;

namespace fx::frontend {

namespace {

/// What runs before or behind main beside the initialisers of variables, and those, in order.
struct Dynamic {
  std::vector<const VarDecl*> variables;
  std::vector<const VarDecl*> inlines;
  llvm::SmallPtrSet<const VarDecl*, 8>
      constants;                            // of all of these, that end with code of their own
  std::vector<const VarDecl*> instantiated; // of templates, in no order
  std::vector<const VarDecl*> thread_locals;
  std::vector<const FunctionDecl*> constructors; // functions with that attribute
  std::vector<const FunctionDecl*> destructors;
};

/// Whether a variable has its value before anything runs: compilers fold more than the standard
/// calls constant.
bool is_static(const VarDecl* variable) {
  if (variable->isConstexpr() || variable->hasConstantInitialization()) return true;
  const VarDecl* initialized = nullptr;
  const Expr* init = variable->getAnyInitializer(initialized);
  return init && !init->isValueDependent() && !init->isTypeDependent() &&
         initialized->evaluateValue() != nullptr;
}

/// A variable that a template became because something uses it: so its initialiser runs, whether
/// what uses it runs or not.
void add_instantiated(const Machine& machine, const VarDecl* variable, Dynamic& found) {
  if (!variable->hasGlobalStorage() || variable->isInvalidDecl() ||
      variable->getTLSKind() != VarDecl::TLS_None ||
      !isTemplateInstantiation(variable->getTemplateSpecializationKind()))
    return;
  const Expr* init = variable->getAnyInitializer();
  if (init == nullptr || init->isValueDependent() || init->isTypeDependent()) return;
  if (is_static(variable)) {
    if (!machine.needs_destruction(variable->getType())) return;
    found.constants.insert(variable);
  }
  found.instantiated.push_back(variable);
}

/// The same of the classes that a template became, and of what is in them.
void find_instantiated(const Machine& machine, const DeclContext* scope, Dynamic& found) {
  for (const Decl* declaration : scope->noload_decls()) {
    if (const auto* variable = dyn_cast<VarDecl>(declaration)) {
      add_instantiated(machine, variable, found);
    } else if (const auto* record = dyn_cast<CXXRecordDecl>(declaration);
               record && record->isThisDeclarationADefinition() && !record->isInjectedClassName()) {
      find_instantiated(machine, record, found);
    } else if (const auto* of_classes = dyn_cast<ClassTemplateDecl>(declaration)) {
      for (const ClassTemplateSpecializationDecl* made : of_classes->specializations())
        if (made->isThisDeclarationADefinition()) find_instantiated(machine, made, found);
    } else if (const auto* of_variables = dyn_cast<VarTemplateDecl>(declaration)) {
      for (const VarTemplateSpecializationDecl* made : of_variables->specializations())
        add_instantiated(machine, made, found);
    }
  }
}

/// The definitions of variables that have an initialiser to run, in order. What the headers of
/// libraries define is not among them.
void find_dynamic(const Machine& machine, const DeclContext* scope, Dynamic& found) {
  for (const Decl* declaration : scope->noload_decls()) {
    if (!machine.is_user_code(declaration) || machine.is_hidden(declaration)) continue;
    if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(declaration)) {
      find_dynamic(machine, llvm::cast<DeclContext>(declaration), found);
      continue;
    }
    if (const auto* of_classes = dyn_cast<ClassTemplateDecl>(declaration))
      for (const ClassTemplateSpecializationDecl* made : of_classes->specializations())
        if (made->isThisDeclarationADefinition()) find_instantiated(machine, made, found);
    if (const auto* of_variables = dyn_cast<VarTemplateDecl>(declaration))
      for (const VarTemplateSpecializationDecl* made : of_variables->specializations())
        add_instantiated(machine, made, found);
    if (const auto* record = dyn_cast<CXXRecordDecl>(declaration);
        record && record->isThisDeclarationADefinition() && !record->isDependentContext()) {
      find_dynamic(machine, record, found); // inline static members
      continue;
    }
    if (const auto* function = dyn_cast<FunctionDecl>(declaration);
        function && function->hasAttrs() && function->isThisDeclarationADefinition()) {
      if (function->hasAttr<ConstructorAttr>()) found.constructors.push_back(function);
      if (function->hasAttr<DestructorAttr>()) found.destructors.push_back(function);
      continue;
    }
    const auto* variable = dyn_cast<VarDecl>(declaration);
    if (variable == nullptr || !variable->hasGlobalStorage() || variable->isInvalidDecl() ||
        variable->isThisDeclarationADefinition() != VarDecl::Definition ||
        isa<VarTemplatePartialSpecializationDecl>(variable) ||
        variable->getDescribedVarTemplate() != nullptr ||
        variable->getDeclContext()->isDependentContext() ||
        variable->getTemplateSpecializationKind() == TSK_ImplicitInstantiation)
      continue;
    const Expr* init = variable->getInit();
    if (init == nullptr || init->isValueDependent() || init->isTypeDependent()) continue;
    if (is_static(variable)) {
      if (!machine.needs_destruction(variable->getType()) ||
          variable->getTLSKind() != VarDecl::TLS_None)
        continue;
      found.constants.insert(variable);
    }
    // When an inline variable has its turn among the others C++ leaves open: Clang begins with
    // them.
    (variable->getTLSKind() != VarDecl::TLS_None ? found.thread_locals
     : variable->isInline()                      ? found.inlines
                                                 : found.variables)
        .push_back(variable);
  }
}

constexpr unsigned last_priority = 65535;

unsigned priority_of(const ASTContext& context, const Expr* given) {
  return given ? static_cast<unsigned>(given->EvaluateKnownConstInt(context).getZExtValue())
               : last_priority;
}

unsigned priority_of(const VarDecl* variable) {
  const auto* attribute = variable->getAttr<InitPriorityAttr>();
  return attribute ? attribute->getPriority() : last_priority;
}

} // namespace

/// What runs before the program begins.
class Machine::ProgramStart {
public:
  ProgramStart(Machine& machine, bool is_program)
      : machine_(machine), report_(machine.report_), is_program_(is_program) {
    find_dynamic(machine, machine.context_.getTranslationUnitDecl(), found_);
  }

  bool run();

private:
  std::multimap<unsigned, const Decl*> in_order() const;
  void note_pending();
  bool make_constants();
  std::optional<bool> run_variable(const VarDecl* global); // nothing: the next has its turn
  bool begin_global(const VarDecl* global);
  void havoc_changes_of_initializer(const VarDecl* global);

  Machine& machine_;
  Reporter& report_;
  bool is_program_;
  Dynamic found_;
  llvm::DenseMap<const VarDecl*, AtExit> ends_; // of the constants
};

bool Machine::ProgramStart::run() {
  const std::multimap<unsigned, const Decl*> all = in_order();
  note_pending();
  const auto done = llvm::scope_exit([this] { machine_.pending_globals_.clear(); });
  if (is_program_ && !make_constants()) return true;
  for (const auto& [order, first] : all) {
    if (const auto* function = dyn_cast<FunctionDecl>(first)) {
      if (!machine_.run_function(function)) return !machine_.unwinding();
      continue;
    }
    const auto* global = llvm::cast<VarDecl>(first);
    if (found_.constants.contains(global)) {
      // A model does not see the end of the program.
      if (const auto end = ends_.find(global); end != ends_.end())
        machine_.at_exit_.push_back(end->second);
      continue;
    }
    if (const std::optional<bool> stop = run_variable(global)) return *stop;
  }
  return true;
}

/// Equals stay in the order of the file, functions before variables.
std::multimap<unsigned, const Decl*> Machine::ProgramStart::in_order() const {
  std::multimap<unsigned, const Decl*> all;
  for (const FunctionDecl* function : found_.constructors)
    all.emplace(priority_of(machine_.context_, function->getAttr<ConstructorAttr>()->getPriority()),
                function);
  for (const std::vector<const VarDecl*>* some :
       {&found_.inlines, &found_.instantiated, &found_.variables})
    for (const VarDecl* global : *some)
      all.emplace(priority_of(global), global);
  return all;
}

/// Who asks for one of them before its turn finds zero.
void Machine::ProgramStart::note_pending() {
  for (const VarDecl* global : found_.variables)
    if (!global->getType()->isReferenceType() && !found_.constants.contains(global))
      machine_.pending_globals_.try_emplace(llvm::cast<ValueDecl>(global->getCanonicalDecl()));
}

/// Who asks early for one that is a constant finds it; when it ends is decided in its turn. False:
/// an error was reported.
bool Machine::ProgramStart::make_constants() {
  auto& at_exit = machine_.at_exit_;
  for (const VarDecl* constant : found_.constants) {
    const size_t before = at_exit.size();
    if (begin_global(constant) && at_exit.size() > before) {
      ends_.try_emplace(constant, at_exit.back());
      at_exit.resize(before);
    }
    if (report_.failed()) return false;
  }
  return true;
}

std::optional<bool> Machine::ProgramStart::run_variable(const VarDecl* global) {
  Machine& machine = machine_;
  const size_t said = report_.diagnostics().size();
  const size_t depth = machine.frames_.size();
  const size_t steps = machine.steps_;
  const unsigned nesting = machine.expression_depth_;
  const size_t missing = machine.missing_bodies_.size();
  const Node* last = machine.graph_.last();
  const bool ok = begin_global(global);
  if (ok && (is_program_ || machine.missing_bodies_.size() == missing)) return std::nullopt;
  // What it did before that stays done, and later it would find other values.
  if (machine.used_before_turn_) return true;
  if (is_program_) return !machine.unwinding();
  // It may be of no use to the model; whoever uses it hears why it cannot be initialised.
  report_.forget(said);
  machine.missing_bodies_.resize(missing);
  machine.exception_.reset();
  machine.frames_.resize(depth);
  machine.steps_ = steps;
  machine.expression_depth_ = nesting;
  machine.graph_.erase_queries_after(last);
  machine.globals_.erase(llvm::cast<ValueDecl>(global->getCanonicalDecl()));
  havoc_changes_of_initializer(global);
  return std::nullopt;
}

/// Runs the initialiser of a variable whose turn it is.
bool Machine::ProgramStart::begin_global(const VarDecl* global) {
  const auto* key = llvm::cast<ValueDecl>(global->getCanonicalDecl());
  const auto pending = machine_.pending_globals_.find(key);
  if (pending != machine_.pending_globals_.end()) {
    machine_.early_global_ = pending->second;
    machine_.pending_globals_.erase(pending);
  }
  Location* location = nullptr;
  machine_.in_turn_ = true;
  const bool ok = machine_.variable(global->getInit(), global, location);
  machine_.early_global_ = nullptr;
  machine_.in_turn_ = false;
  return ok;
}

/// Variables that the initialiser of `global` sets, which could not be evaluated.
void Machine::ProgramStart::havoc_changes_of_initializer(const VarDecl* global) {
  const Value unknown =
      Value::opaque(global->getLocation(),
                    fmt::format("the initialiser of '{}' sets it, and that could not be evaluated",
                                global->getNameAsString()));
  const Effects effects = machine_.effects_.of(global->getInit());
  if (effects.writes_unknown)
    report_.loss(effects.where, diag::initialiser_not_evaluated, global->getNameAsString());
  for (const ValueDecl* written : effects.written) {
    const auto* variable = dyn_cast<VarDecl>(written);
    // What has its turn yet to come is set then.
    if (variable == nullptr || !variable->hasGlobalStorage() || variable == global ||
        machine_.pending_globals_.contains(llvm::cast<ValueDecl>(variable->getCanonicalDecl())))
      continue;
    const size_t said = report_.diagnostics().size();
    Location* place = nullptr;
    if (machine_.variable(global->getInit(), variable, place))
      machine_.storage_.write(place, unknown);
    else
      report_.forget(said);
    machine_.exception_.reset();
  }
}

bool Machine::initialize_globals(bool is_program) {
  return ProgramStart(*this, is_program).run();
}

bool Machine::run_function(const FunctionDecl* function) {
  auto* where =
      new (context_) OpaqueValueExpr(function->getLocation(), context_.VoidTy, VK_PRValue);
  Result ignored;
  // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDeleteLeaks): the AST's arena owns expressions
  return call_function(where, function, {}, {}, ignored);
}

bool Machine::init_thread_locals(const VarDecl* used) {
  // The first use of one of them initialises all of the file's.
  if (thread_locals_begun_ || used->getTLSKind() == VarDecl::TLS_None || used->isLocalVarDecl())
    return true;
  // One that is a constant at first is there from the beginning, and its use begins nothing.
  if (const VarDecl* defined = used->getDefinition();
      defined && (defined->getInit() == nullptr || defined->hasConstantInitialization()) &&
      defined->needsDestruction(context_) == QualType::DK_none)
    return true;
  thread_locals_begun_ = true;
  Dynamic found;
  find_dynamic(*this, context_.getTranslationUnitDecl(), found);
  for (const VarDecl* variable : found.thread_locals) {
    Location* location = nullptr;
    if (!this->variable(variable->getInit(), variable, location)) return false;
  }
  return true;
}

void Machine::run_at_exit(const Expr* where, const Value& function) {
  at_exit_.push_back({{nullptr, {}}, /*of_thread=*/false, where->getExprLoc(), function});
}

bool Machine::end_program_objects() {
  // Those of the thread go first. What one of them makes or registers goes next.
  for (const bool of_thread : {true, false})
    while (true) {
      const auto last = llvm::find_if(llvm::reverse(at_exit_), [&](const AtExit& entry) {
        return entry.of_thread == of_thread;
      });
      if (last == at_exit_.rend()) break;
      const AtExit dying = std::move(*last);
      at_exit_.erase(std::next(last).base());
      auto* where = new (context_) OpaqueValueExpr(dying.where, context_.VoidTy, VK_PRValue);
      Result ignored;
      // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDeleteLeaks): the AST's arena owns expressions
      if (!(dying.object.location ? destroy_value(where, dying.object.type, dying.object.location)
                                  : call_value(where, dying.function, {}, ignored)))
        return false;
    }
  Dynamic found;
  find_dynamic(*this, context_.getTranslationUnitDecl(), found);
  std::multimap<unsigned, const FunctionDecl*> in_order;
  for (const FunctionDecl* function : found.destructors)
    in_order.emplace(last_priority -
                         priority_of(context_, function->getAttr<DestructorAttr>()->getPriority()),
                     function);
  return llvm::all_of(in_order, [this](const auto& entry) { return run_function(entry.second); });
}

} // namespace fx::frontend
