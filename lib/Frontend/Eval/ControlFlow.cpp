// if, loops, switch, goto: executed on known values; an unknown one ends the trace.
#include "Frontend/Eval/Machine.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

Completion Machine::run_if(const IfStmt* statement) {
  const auto stopped = [&] { return report_.failed() ? Completion::Failed : Completion::Throw; };
  if (statement->isConsteval())
    return run(is_constant_evaluated_ != statement->isNegatedConsteval() ? statement->getThen()
                                                                         : statement->getElse());
  if (label_ != nullptr) // a jump into it: the condition is not asked
    return run(leads_to_label(statement->getThen()) ? statement->getThen() : statement->getElse());
  if (const Completion completion = run(statement->getInit()); completion != Completion::Normal)
    return completion;
  if (const VarDecl* variable = statement->getConditionVariable(); variable && !declare(variable))
    return stopped();
  bool condition = false;
  bool neither = false;
  if (!eval_branch(statement->getCond(), statement->getThen(), statement->getElse(), condition,
                   "the condition of this 'if'", &neither))
    return stopped();
  if (neither) return Completion::Normal;
  return run(condition ? statement->getThen() : statement->getElse());
}

Completion Machine::run_loop(const Stmt* owner, const VarDecl* variable, const Expr* condition,
                             const Expr* increment, const Stmt* body, bool test_first) {
  const auto stopped = [&] { return report_.failed() ? Completion::Failed : Completion::Throw; };
  for (bool first = true;; first = false) {
    if (!step(owner->getBeginLoc())) return Completion::Failed;
    const bool is_entered = label_ != nullptr; // by a jump into the body
    const size_t owned = frames_.back().owned.size();
    if (variable && !is_entered && !declare(variable)) return stopped();
    if (condition && !is_entered && (test_first || !first)) {
      bool again = false;
      bool only_prints = false;
      if (!eval_branch(condition, body, nullptr, again, "the condition of this loop", &only_prints,
                       owner))
        return stopped();
      if (!again || only_prints) return Completion::Normal;
    }
    const Completion completion = run(body);
    if (completion == Completion::Break) return Completion::Normal;
    if (completion != Completion::Normal && completion != Completion::Continue) return completion;
    if (increment)
      if (const Completion done = run(increment); done != Completion::Normal) return done;
    // The variable of a condition is made anew in each turn.
    if (leave_scope(owned, Completion::Normal) != Completion::Normal) return stopped();
  }
}

Completion Machine::run_switch(const SwitchStmt* statement) {
  const auto stopped = [&] { return report_.failed() ? Completion::Failed : Completion::Throw; };
  if (label_ != nullptr) { // a jump into it: the value is not asked
    const Completion completion = run(statement->getBody());
    return completion == Completion::Break ? Completion::Normal : completion;
  }
  if (const Completion completion = run(statement->getInit()); completion != Completion::Normal)
    return completion;
  if (const VarDecl* variable = statement->getConditionVariable(); variable && !declare(variable))
    return stopped();
  Value condition;
  if (!eval(statement->getCond(), condition)) return stopped();
  oracle_.concretize(statement->getCond(), condition);
  if (!condition.is(Value::Kind::Int) && !condition.is(Value::Kind::Constant)) {
    report_.not_known(statement->getCond(), condition, "the value of this 'switch'");
    return Completion::Failed;
  }
  const SwitchCase* chosen = nullptr;
  for (const SwitchCase* label = statement->getSwitchCaseList(); label;
       label = label->getNextSwitchCase()) {
    if (isa<DefaultStmt>(label)) {
      if (chosen == nullptr) chosen = label;
      continue;
    }
    const auto* with_value = llvm::cast<CaseStmt>(label);
    Value low;
    if (!eval(with_value->getLHS(), low)) return stopped();
    bool matches = false;
    if (condition.is(Value::Kind::Constant)) {
      matches = low.is(Value::Kind::Constant) && low.argument() == condition.argument();
    } else if (const Expr* high_expr = with_value->getRHS()) {
      Value high;
      if (!eval(high_expr, high)) return stopped();
      matches = low.as_int() <= condition.as_int() && condition.as_int() <= high.as_int();
    } else {
      matches = low.as_int() == condition.as_int();
    }
    if (matches) {
      chosen = label;
      break;
    }
  }
  if (chosen == nullptr) return Completion::Normal;
  label_ = chosen;
  const Completion completion = run(statement->getBody());
  return completion == Completion::Break ? Completion::Normal : completion;
}

bool Machine::leads_to_label(const Stmt* statement) {
  if (statement == nullptr || isa<Expr>(statement)) return false;
  return statement == label_ || llvm::any_of(statement->children(), [this](const Stmt* child) {
           return leads_to_label(child);
         });
}

Completion Machine::run_compound(const CompoundStmt* statement) {
  const size_t owned = frames_.back().owned.size();
  for (;;) {
    Completion completion = Completion::Normal;
    for (const Stmt* child : statement->body())
      if (completion = run(child); completion != Completion::Normal) break;
    if (completion != Completion::Goto || !leads_to_label(statement)) return completion;
    // A jump back ends the lifetimes of what was made behind the label, and a jump forward passes
    // no variable by that has one.
    const auto passed = frames_.back().labels.find(label_);
    const size_t first = passed == frames_.back().labels.end() ? owned : passed->second;
    const Stmt* label = label_;
    if (passed != frames_.back().labels.end() && first >= owned &&
        leave_scope(first, Completion::Normal) != Completion::Normal)
      return report_.failed() ? Completion::Failed : Completion::Throw;
    label_ = label;
  }
}

} // namespace fx::frontend
