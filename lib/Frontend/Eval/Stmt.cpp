// Statements: the switch over syntax, declarations, returns.
#include "Frontend/Eval/InPlace.h"
#include "Frontend/Eval/Machine.h"

#include "llvm/ADT/ScopeExit.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// `return local;`: the constructor that would copy or move it is left out.
bool is_made_in_place(const Expr* value, const VarDecl* local) {
  if (const auto* full = dyn_cast<FullExpr>(value)) value = full->getSubExpr();
  const auto* made = dyn_cast<CXXConstructExpr>(value->IgnoreImplicit());
  if (made == nullptr || made->getNumArgs() != 1 ||
      !made->getConstructor()->isCopyOrMoveConstructor())
    return false;
  const auto* named = dyn_cast<DeclRefExpr>(made->getArg(0)->IgnoreParenImpCasts());
  return named && named->getDecl() == local;
}

} // namespace

Completion Machine::run(const Stmt* statement) {
  if (statement == nullptr) return Completion::Normal;
  const size_t owned = frames_.back().owned.size();
  const Completion completion = run_here(statement);
  if (frames_.back().owned.size() > owned) storage_.set_position(statement->getEndLoc());
  // What a declaration makes lives on in the statement around it.
  const Stmt* inner = statement;
  while (const auto* label = dyn_cast<SwitchCase>(inner))
    inner = label->getSubStmt();
  return isa<DeclStmt, LabelStmt>(inner) ? completion : leave_scope(owned, completion);
}

/// The statements that are no others around them.
class Machine::Statement {
public:
  explicit Statement(Machine& machine) : machine_(machine), report_(machine.report_) {}

  void pass(const Stmt* statement);
  Completion declarations(const DeclStmt* statement);
  Completion returned(const ReturnStmt* statement);
  bool only_says(const Expr* expr) const;
  Completion expression(const Expr* expr);

  Completion stopped() const { return report_.failed() ? Completion::Failed : Completion::Throw; }

private:
  Machine& machine_;
  Reporter& report_;
};

/// Variables without an initialiser are in scope behind a jump over them.
void Machine::Statement::pass(const Stmt* statement) {
  const auto* declarations = dyn_cast<DeclStmt>(statement);
  if (declarations == nullptr) return;
  for (const Decl* declaration : declarations->decls())
    if (const auto* variable = dyn_cast<VarDecl>(declaration);
        variable && !variable->isStaticLocal() &&
        !machine_.frames_.back().variables.contains(variable))
      machine_.bind(variable, machine_.storage_.allocate());
}

Completion Machine::Statement::declarations(const DeclStmt* statement) {
  for (const Decl* declaration : statement->decls()) {
    if (const auto* variable = dyn_cast<VarDecl>(declaration);
        variable && !machine_.declare(variable))
      return stopped();
    if (const auto* name = dyn_cast<TypedefNameDecl>(declaration);
        name && name->getUnderlyingType()->isVariablyModifiedType()) {
      report_.unsupported(statement, missing::name_for_a_type_whose_size_is);
      return stopped();
    }
  }
  return Completion::Normal;
}

Completion Machine::Statement::returned(const ReturnStmt* statement) {
  const Expr* value = statement->getRetValue();
  if (value == nullptr) return Completion::Return;
  Result result;
  // A local that is always what is returned is made in the caller's place: neither copied nor moved
  // nor destroyed here.
  if (const VarDecl* local = statement->getNRVOCandidate();
      local && local->isNRVOVariable() && is_made_in_place(value, local)) {
    Location* location = nullptr;
    if (!machine_.variable(value, local, location)) return stopped();
    machine_.disown(location);
    machine_.frames_.back().result = {location->value(), nullptr};
    return Completion::Return;
  }
  if (!machine_.eval(value, result)) return stopped();
  const FunctionDecl* function = machine_.frames_.back().function;
  if (function && !function->getReturnType()->isReferenceType()) {
    if (result.place) result.value = machine_.storage_.copy(result.value);
    result.place = nullptr;
  } else if (!result.place && result.value.is_node()) {
    if (const Expr* changed = changed_in_place(value);
        changed && !machine_.place(changed, result.place))
      return stopped();
  }
  machine_.frames_.back().result = result;
  return Completion::Return;
}

/// Whether all that an expression does is to tell people something: std::cout << x.sum(). An
/// operator of LibTorch's that stands alone is dead code, which the graph keeps.
bool Machine::Statement::only_says(const Expr* expr) const {
  const auto* call = dyn_cast<CallExpr>(expr->IgnoreUnlessSpelledInSource());
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (callee == nullptr || is_torch_operator(callee) || machine_.is_user_code(callee)) return false;
  const Effects effects = machine_.effects_.of(expr);
  return !effects.any() && !effects.reaches_program && !effects.may_leave;
}

/// An expression whose value is not used.
Completion Machine::Statement::expression(const Expr* expr) {
  Result value;
  const auto* full = dyn_cast<ExprWithCleanups>(expr);
  if (full && expr->isPRValue() && machine_.needs_destruction(expr->getType())) {
    // What it gives is a temporary like the others, and the last one made.
    const bool outer = std::exchange(machine_.ends_program_, false);
    const bool ok = machine_.eval(full->getSubExpr(), value);
    if (ok) machine_.own_discarded(expr, value);
    if (std::exchange(machine_.ends_program_, outer) && ok)
      machine_.end_program(expr, "the program ends here");
    return ok && !machine_.unwinding() ? Completion::Normal : stopped();
  }
  const Node* last = machine_.graph_.last();
  if (!machine_.eval(expr, value)) return stopped();
  machine_.own_discarded(expr, value);
  if (machine_.graph_.last() != last && only_says(expr)) machine_.graph_.erase_unused_after(last);
  return Completion::Normal;
}

Completion Machine::run_here(const Stmt* statement) {
  if (report_.failed() || !step(statement->getBeginLoc())) return Completion::Failed;
  Statement simple(*this);
  if (label_ != nullptr) {
    if (!leads_to_label(statement)) {
      simple.pass(statement);
      return Completion::Normal;
    }
    if (statement == label_) label_ = nullptr;
  }
  const bool is_simple = isa<Expr, DeclStmt, ReturnStmt>(statement);
  const Stmt* outer = is_simple ? graph_.set_statement(statement) : nullptr;
  const auto restore = llvm::scope_exit([&] {
    if (is_simple) graph_.set_statement(outer);
  });
  switch (statement->getStmtClass()) {
  case Stmt::CompoundStmtClass: return run_compound(llvm::cast<CompoundStmt>(statement));
  case Stmt::DeclStmtClass: return simple.declarations(llvm::cast<DeclStmt>(statement));
  case Stmt::ReturnStmtClass: return simple.returned(llvm::cast<ReturnStmt>(statement));
  case Stmt::NullStmtClass: return Completion::Normal;
  case Stmt::AttributedStmtClass: return run(llvm::cast<AttributedStmt>(statement)->getSubStmt());
  case Stmt::IfStmtClass: return run_if(llvm::cast<IfStmt>(statement));
  case Stmt::ForStmtClass: {
    const auto* loop = llvm::cast<ForStmt>(statement);
    if (const Completion completion = run(loop->getInit()); completion != Completion::Normal)
      return completion; // a jump into the loop passes it by
    return run_loop(loop, loop->getConditionVariable(), loop->getCond(), loop->getInc(),
                    loop->getBody(), true);
  }
  case Stmt::WhileStmtClass: {
    const auto* loop = llvm::cast<WhileStmt>(statement);
    return run_loop(loop, loop->getConditionVariable(), loop->getCond(), nullptr, loop->getBody(),
                    true);
  }
  case Stmt::DoStmtClass: {
    const auto* loop = llvm::cast<DoStmt>(statement);
    return run_loop(loop, nullptr, loop->getCond(), nullptr, loop->getBody(), false);
  }
  case Stmt::CXXForRangeStmtClass: return run_range_for(llvm::cast<CXXForRangeStmt>(statement));
  case Stmt::SwitchStmtClass: return run_switch(llvm::cast<SwitchStmt>(statement));
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass: return run(llvm::cast<SwitchCase>(statement)->getSubStmt());
  case Stmt::LabelStmtClass:
    frames_.back().labels[statement] = frames_.back().owned.size();
    return run(llvm::cast<LabelStmt>(statement)->getSubStmt());
  case Stmt::GotoStmtClass:
    label_ = llvm::cast<GotoStmt>(statement)->getLabel()->getStmt();
    return Completion::Goto;
  case Stmt::BreakStmtClass: return Completion::Break;
  case Stmt::ContinueStmtClass: return Completion::Continue;
  case Stmt::CXXTryStmtClass: return run_try(llvm::cast<CXXTryStmt>(statement));
  default: break;
  }
  if (const auto* expr = dyn_cast<Expr>(statement)) return simple.expression(expr);
  report_.unsupported(statement, missing::statement, statement->getStmtClassName());
  return Completion::Failed;
}

} // namespace fx::frontend
