// Statements: the switch over syntax, declarations, returns.
#include "Frontend/Eval/Machine.h"

#include "llvm/ADT/ScopeExit.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

Completion Machine::run(const Stmt* statement) {
  if (statement == nullptr) return Completion::Normal;
  const size_t owned = frames_.back().owned.size();
  const Completion completion = run_here(statement);
  // What a declaration makes lives on in the statement around it.
  return isa<DeclStmt>(statement) ? completion : leave_scope(owned, completion);
}

Completion Machine::run_here(const Stmt* statement) {
  if (report_.failed() || !step(statement->getBeginLoc())) return Completion::Failed;
  const bool is_simple = isa<Expr, DeclStmt, ReturnStmt>(statement);
  const Stmt* outer = is_simple ? graph_.set_statement(statement) : nullptr;
  const auto restore = llvm::scope_exit([&] {
    if (is_simple) graph_.set_statement(outer);
  });
  const auto stopped = [&] { return report_.failed() ? Completion::Failed : Completion::Throw; };
  switch (statement->getStmtClass()) {
  case Stmt::CompoundStmtClass:
    for (const Stmt* child : llvm::cast<CompoundStmt>(statement)->body())
      if (const Completion completion = run(child); completion != Completion::Normal)
        return completion;
    return Completion::Normal;
  case Stmt::DeclStmtClass:
    for (const Decl* declaration : llvm::cast<DeclStmt>(statement)->decls())
      if (const auto* variable = dyn_cast<VarDecl>(declaration); variable && !declare(variable))
        return stopped();
    return Completion::Normal;
  case Stmt::ReturnStmtClass: {
    const Expr* value = llvm::cast<ReturnStmt>(statement)->getRetValue();
    if (value == nullptr) return Completion::Return;
    Result result;
    if (!eval(value, result)) return stopped();
    // A local that is returned becomes the caller's.
    if (const VarDecl* local = llvm::cast<ReturnStmt>(statement)->getNRVOCandidate())
      disown(frames_.back().variables.lookup(local));
    const FunctionDecl* function = frames_.back().function;
    if (function && !function->getReturnType()->isReferenceType()) {
      if (result.place) result.value = storage_.copy(result.value);
      result.place = nullptr;
    }
    frames_.back().result = result;
    return Completion::Return;
  }
  case Stmt::NullStmtClass: return Completion::Normal;
  case Stmt::AttributedStmtClass: return run(llvm::cast<AttributedStmt>(statement)->getSubStmt());
  case Stmt::IfStmtClass: return run_if(llvm::cast<IfStmt>(statement));
  case Stmt::ForStmtClass: {
    const auto* loop = llvm::cast<ForStmt>(statement);
    if (const Completion completion = run(loop->getInit()); completion != Completion::Normal)
      return completion;
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
  case Stmt::BreakStmtClass: return Completion::Break;
  case Stmt::ContinueStmtClass: return Completion::Continue;
  case Stmt::CXXTryStmtClass: return run_try(llvm::cast<CXXTryStmt>(statement));
  default: break;
  }
  if (const auto* expr = dyn_cast<Expr>(statement)) {
    Result value;
    if (!eval(expr, value)) return stopped();
    if (!value.place && value.value.is_record()) own(expr->getType(), value.value.object()->self);
    return Completion::Normal;
  }
  report_.unsupported(statement, fmt::format("this statement ({})", statement->getStmtClassName()));
  return Completion::Failed;
}

} // namespace fx::frontend
