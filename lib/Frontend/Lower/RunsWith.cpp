#include "Frontend/Lower/RunsWith.h"

using namespace clang;

namespace fx::frontend {

namespace {

/// Whether a child runs once whenever what it is a child of does.
bool runs_with_parent(const Stmt* parent, const Stmt* child) {
  if (const auto* choice = dyn_cast<AbstractConditionalOperator>(parent))
    return child != choice->getTrueExpr() && child != choice->getFalseExpr();
  if (const auto* binary = dyn_cast<BinaryOperator>(parent); binary && binary->isLogicalOp())
    return child == binary->getLHS();
  if (const auto* branch = dyn_cast<IfStmt>(parent))
    return child != branch->getThen() && child != branch->getElse();
  if (const auto* choice = dyn_cast<SwitchStmt>(parent)) return child != choice->getBody();
  if (const auto* loop = dyn_cast<ForStmt>(parent)) return child == loop->getInit();
  if (const auto* loop = dyn_cast<CXXForRangeStmt>(parent))
    return child == loop->getInit() || child == loop->getRangeStmt();
  if (const auto* lambda = dyn_cast<LambdaExpr>(parent)) return child != lambda->getBody();
  return !isa<WhileStmt, DoStmt, CompoundStmt, StmtExpr>(parent);
}

} // namespace

bool runs_with(const Stmt* statement, const Expr* expr) {
  if (statement == expr) return true;
  return llvm::any_of(statement->children(), [&](const Stmt* child) {
    return child != nullptr && runs_with_parent(statement, child) && runs_with(child, expr);
  });
}

} // namespace fx::frontend
