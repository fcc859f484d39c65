// if, loops, switch, exceptions: executed on known values; an unknown one ends the trace.
#include "Frontend/Eval/Machine.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

Completion Machine::run_if(const IfStmt* statement) {
  const auto stopped = [&] { return report_.failed() ? Completion::Failed : Completion::Throw; };
  if (statement->isConsteval()) return run(statement->getElse());
  if (const Completion completion = run(statement->getInit()); completion != Completion::Normal)
    return completion;
  if (const VarDecl* variable = statement->getConditionVariable(); variable && !declare(variable))
    return stopped();
  bool condition = false;
  if (!eval_branch(statement->getCond(), statement->getThen(), statement->getElse(), condition,
                   "the condition of this 'if'"))
    return stopped();
  return run(condition ? statement->getThen() : statement->getElse());
}

Completion Machine::run_loop(const Stmt* owner, const VarDecl* variable, const Expr* condition,
                             const Expr* increment, const Stmt* body, bool test_first) {
  const auto stopped = [&] { return report_.failed() ? Completion::Failed : Completion::Throw; };
  for (bool first = true;; first = false) {
    if (!step(owner->getBeginLoc())) return Completion::Failed;
    if (variable && !declare(variable)) return stopped();
    if (condition && (test_first || !first)) {
      bool again = false;
      if (!eval_branch(condition, body, nullptr, again, "the condition of this loop"))
        return stopped();
      if (!again) return Completion::Normal;
    }
    const Completion completion = run(body);
    if (completion == Completion::Break) return Completion::Normal;
    if (completion != Completion::Normal && completion != Completion::Continue) return completion;
    if (increment) {
      Result ignored;
      if (!eval(increment, ignored)) return stopped();
    }
  }
}

Completion Machine::run_range_for(const CXXForRangeStmt* statement) {
  const auto stopped = [&] { return report_.failed() ? Completion::Failed : Completion::Throw; };
  if (const Completion completion = run(statement->getInit()); completion != Completion::Normal)
    return completion;
  Location* range = nullptr;
  if (!place(statement->getRangeInit(), range)) return stopped();
  Value value = range->value();
  if (value.is(Value::Kind::Pointer)) value = value.target()->value(); // a holder of a container
  if (value.is_node()) {
    // A list of which only the length is known or assumed: its items, one by one.
    const std::string length = report_.source_text(statement->getRangeInit()) + ".size()";
    std::optional<int64_t> count = oracle_.known_length(statement->getRangeInit(), value);
    if (const Value* assumed = count ? nullptr : oracle_.assumption(length);
        assumed && assumed->is(Value::Kind::Int))
      count = assumed->as_int();
    if (count) {
      std::vector<Value> items;
      items.reserve(static_cast<size_t>(std::max<int64_t>(*count, 0)));
      for (int64_t i = 0; i < *count; ++i)
        items.push_back(graph_.get_item(statement->getRangeInit(), value.node(), i));
      value = Value::record(storage_.sequence(std::move(items)));
    } else {
      report_.not_known(statement->getRangeInit(), value, "the range of this loop");
      report_.note(
          statement->getRangeInit()->getExprLoc(),
          fmt::format("or say how many items there are, with an example of the inputs (--input) or "
                      "with --assume='{}=<number>'",
                      length));
      return Completion::Failed;
    }
  }
  if (!value.is_record()) {
    report_.not_known(statement->getRangeInit(), value, "the range of this loop");
    return Completion::Failed;
  }
  const Object* object = value.object();
  const VarDecl* variable = statement->getLoopVariable();
  const size_t stride = object->kind == Object::Kind::Map ? 2 : 1;
  // The size is read anew: a loop over a growing list is the user's business, not a crash of ours.
  for (size_t i = 0; i < object->elements.size(); i += stride) {
    Location* element = object->elements[i];
    if (object->kind == Object::Kind::Map) {
      Object* pair = storage_.create(Object::Kind::Sequence);
      pair->is_tuple = true;
      pair->elements = {object->elements[i], object->elements[i + 1]};
      element = pair->self;
    }
    const bool by_reference = variable->getType()->isReferenceType();
    Location* location =
        by_reference ? element : storage_.allocate(storage_.copy(element->value()));
    bind(variable, location);
    if (const auto* decomposition = dyn_cast<DecompositionDecl>(variable)) {
      size_t index = 0;
      for (const BindingDecl* binding : decomposition->bindings()) {
        if (!location->value().is_record() ||
            index >= location->value().object()->elements.size()) {
          report_.unsupported(statement, "this structured binding in a loop");
          return Completion::Failed;
        }
        bind(binding, location->value().object()->elements[index++]);
      }
    }
    const Completion completion = run(statement->getBody());
    if (completion == Completion::Break) break;
    if (completion != Completion::Normal && completion != Completion::Continue) return completion;
  }
  return Completion::Normal;
}

Completion Machine::run_switch(const SwitchStmt* statement) {
  const auto stopped = [&] { return report_.failed() ? Completion::Failed : Completion::Throw; };
  if (const Completion completion = run(statement->getInit()); completion != Completion::Normal)
    return completion;
  if (const VarDecl* variable = statement->getConditionVariable(); variable && !declare(variable))
    return stopped();
  Value condition;
  if (!eval(statement->getCond(), condition)) return stopped();
  oracle_.settle(statement->getCond(), condition);
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
  const auto* body = dyn_cast<CompoundStmt>(statement->getBody());
  if (body == nullptr) {
    report_.unsupported(statement, "a switch without braces");
    return Completion::Failed;
  }
  // Start at the chosen label, fall through from there. Labels nest: case 1: case 2: statement.
  bool running = false;
  for (const Stmt* child : body->body()) {
    const Stmt* inner = child;
    for (const auto* label = dyn_cast<SwitchCase>(inner); label && !running;
         label = dyn_cast<SwitchCase>(inner)) {
      running = label == chosen;
      inner = label->getSubStmt();
    }
    if (!running) continue;
    const Completion completion = run(inner);
    if (completion == Completion::Break) return Completion::Normal;
    if (completion != Completion::Normal) return completion;
  }
  if (!running) {
    report_.unsupported(statement, "a case label inside another statement");
    return Completion::Failed;
  }
  return Completion::Normal;
}

bool Machine::throw_exception(const CXXThrowExpr* expr) {
  Exception exception;
  exception.location = expr->getExprLoc();
  if (const Expr* operand = expr->getSubExpr()) {
    exception.type = operand->getType();
    if (!eval(operand, exception.value)) return false;
    if (exception.value.is_record() && !exception.value.object()->elements.empty() &&
        exception.value.object()->elements[0]->value().is(Value::Kind::String))
      exception.text = exception.value.object()->elements[0]->value().text();
    if (exception.value.is(Value::Kind::String)) exception.text = exception.value.text();
  }
  exception_ = std::move(exception);
  return false;
}

bool Machine::raise(const Expr* where, std::string text) {
  Exception exception;
  exception.location = where->getExprLoc();
  exception.value = Value::string(text);
  exception.text = std::move(text);
  exception_ = std::move(exception);
  return false;
}

Completion Machine::run_try(const CXXTryStmt* statement) {
  const Completion completion = run(statement->getTryBlock());
  if (completion != Completion::Throw) return completion;
  for (unsigned i = 0; i < statement->getNumHandlers(); ++i) {
    const CXXCatchStmt* handler = statement->getHandler(i);
    if (const VarDecl* variable = handler->getExceptionDecl()) {
      const CXXRecordDecl* wanted = record_of(variable->getType());
      const CXXRecordDecl* thrown = record_of(exception_->type);
      // What the library throws (c10::Error) has no type here: std::exception and its own class
      // catch it.
      const bool same =
          exception_->type.isNull()
              ? wanted && (qualified_name(wanted) == "std::exception" || is_torch_library(wanted))
              : context_.hasSameUnqualifiedType(variable->getType().getNonReferenceType(),
                                                exception_->type.getNonReferenceType());
      if (!same && !(wanted && thrown && thrown->isDerivedFrom(wanted))) continue;
      bind(variable, storage_.allocate(exception_->value));
    }
    exception_.reset();
    return run(handler->getHandlerBlock());
  }
  return Completion::Throw;
}

} // namespace fx::frontend
