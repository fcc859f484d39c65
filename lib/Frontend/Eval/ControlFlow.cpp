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
    const bool is_entered = label_ != nullptr; // by a jump into the body
    const size_t owned = frames_.back().owned.size();
    if (variable && !is_entered && !declare(variable)) return stopped();
    if (condition && !is_entered && (test_first || !first)) {
      bool again = false;
      if (!eval_branch(condition, body, nullptr, again, "the condition of this loop"))
        return stopped();
      if (!again) return Completion::Normal;
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

namespace {

/// The `*__begin` that a loop over a range initialises its variable with.
const Expr* item_of(const VarDecl* variable) {
  const Expr* item = variable->getInit();
  while (item != nullptr) {
    item = item->IgnoreParenImpCasts();
    if (const auto* full = dyn_cast<FullExpr>(item))
      item = full->getSubExpr();
    else if (const auto* bound = dyn_cast<CXXBindTemporaryExpr>(item))
      item = bound->getSubExpr();
    else if (const auto* cast = dyn_cast<ExplicitCastExpr>(item))
      item = cast->getSubExpr();
    else if (const auto* made = dyn_cast<CXXConstructExpr>(item); made && made->getNumArgs() > 0)
      item = made->getArg(0);
    else if (const auto* call = dyn_cast<CXXMemberCallExpr>(item);
             call && isa_and_nonnull<CXXConversionDecl>(call->getMethodDecl()))
      item = call->getImplicitObjectArgument();
    else
      break;
  }
  return item;
}

/// Whether the loop variable is made of, or refers to, what a conversion function of the item
/// gives.
bool converts_by_function(const VarDecl* variable) {
  const Expr* item = variable->getInit();
  while (item) {
    item = item->IgnoreParens();
    const auto* cast = dyn_cast<CastExpr>(item);
    if (cast && cast->getCastKind() == CK_UserDefinedConversion &&
        isa_and_nonnull<CXXConversionDecl>(cast->getConversionFunction()))
      return true;
    const auto* made = dyn_cast<CXXConstructExpr>(item);
    if (const auto* full = dyn_cast<FullExpr>(item))
      item = full->getSubExpr();
    else if (const auto* bound = dyn_cast<CXXBindTemporaryExpr>(item))
      item = bound->getSubExpr();
    else if (const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(item))
      item = temporary->getSubExpr();
    else if (cast)
      item = cast->getSubExpr();
    else
      item = made && made->getNumArgs() > 0 ? made->getArg(0) : nullptr;
  }
  return false;
}

/// What begin() a loop over a range calls; null for an array.
const FunctionDecl* begin_function(const CXXForRangeStmt* statement) {
  const auto* declaration = statement->getBeginStmt();
  const auto* variable = declaration ? dyn_cast<VarDecl>(declaration->getSingleDecl()) : nullptr;
  const Expr* init = variable ? variable->getInit() : nullptr;
  if (init == nullptr) return nullptr;
  const auto* call = dyn_cast<CallExpr>(init->IgnoreUnlessSpelledInSource());
  if (call == nullptr) call = dyn_cast<CallExpr>(init->IgnoreParenImpCasts());
  return call ? call->getDirectCallee() : nullptr;
}

/// A container whose iterators stay what they are while others of its elements come and go.
bool has_stable_iterators(const Object& container) {
  if (container.type == nullptr) return false;
  const std::string name = qualified_name(container.type);
  return name == "std::list" || name == "std::forward_list" || name == "std::map" ||
         name == "std::multimap" || name == "std::set" || name == "std::multiset";
}

} // namespace

bool Machine::loop_variable(const CXXForRangeStmt* statement, Location* element) {
  const VarDecl* variable = statement->getLoopVariable();
  const QualType type = variable->getType();
  const QualType wanted = type.getNonReferenceType().getUnqualifiedType();
  const Expr* item = item_of(variable);
  const QualType given = item ? item->getType().getNonReferenceType().getUnqualifiedType() : wanted;
  const bool is_same = context_.hasSameUnqualifiedType(wanted, given);
  const CXXRecordDecl* to = wanted->getAsCXXRecordDecl();
  const CXXRecordDecl* from = given->getAsCXXRecordDecl();
  const bool is_base =
      to && from && to->hasDefinition() && from->hasDefinition() && from->isDerivedFrom(to);
  Location* location = element;
  // What refers to an element of a vector<bool> is converted to bool first.
  const bool is_bit = from && from->isInStdNamespace() && from->getIdentifier() &&
                      from->getName() == "_Bit_reference";
  const QualType number_type = is_bit ? context_.BoolTy : given;
  if (is_same && is_bit) {
    location = storage_.allocate(Value::pointer(element)); // a copy of it is the same bit
  } else if (!is_same && from && !element->value().is_node() &&
             !element->value().is(Value::Kind::Opaque) && converts_by_function(variable)) {
    Operand operand;
    operand.type = given;
    operand.value = element->value();
    operand.place = element;
    const clang::SourceLocation where = variable->getLocation();
    const auto build = [&](llvm::MutableArrayRef<Expr*> items) {
      return sema().PerformCopyInitialization(InitializedEntity::InitializeResult(where, type),
                                              where, items[0]);
    };
    Result converted;
    if (!resolve(statement->getRangeInit(), reinterpret_cast<uintptr_t>(variable), operand, build,
                 converted))
      return false;
    location = type->isReferenceType() && converted.place ? converted.place
                                                          : storage_.allocate(converted.value);
    if (type->isReferenceType() && converted.place) {
      bind(variable, location);
      return true;
    }
  } else if (!is_same && wanted->isArithmeticType() && number_type->isArithmeticType()) {
    Value number = element->value();
    if (!convert(statement->getRangeInit(), number_type, wanted, number)) return false;
    location = storage_.allocate(number);
  } else if (!is_same && to && !(is_base && type->isReferenceType()) &&
             (runs(to) || given->isArithmeticType()) && !is_handle_class(to) &&
             !element->value().is_node()) {
    Operand operand;
    operand.type = given;
    operand.value = element->value();
    operand.place = element;
    Result made;
    if (!construct_resolved(statement->getRangeInit(), wanted, {operand}, made)) return false;
    location = storage_.allocate(made.place ? storage_.copy(made.value) : made.value);
  } else if (!type->isReferenceType()) {
    location = storage_.allocate(storage_.copy(element->value()));
    if (report_.failed() || unwinding()) return false;
  }
  bind(variable, location);
  if (location != element) own_variable(wanted, location);
  const auto* decomposition = dyn_cast<DecompositionDecl>(variable);
  return decomposition == nullptr || decompose(decomposition, location);
}

Completion Machine::run_range_for(const CXXForRangeStmt* statement) {
  const auto stopped = [&] { return report_.failed() ? Completion::Failed : Completion::Throw; };
  if (const Completion completion = run(statement->getInit()); completion != Completion::Normal)
    return completion;
  const FunctionDecl* begin = begin_function(statement);
  const auto* method = dyn_cast_or_null<CXXMethodDecl>(begin);
  if (begin && (is_user_code(begin) || (method && is_own_class(method->getParent())))) {
    // The user's own range, or one of the library's own code: as the standard spells the loop out.
    for (const Stmt* made :
         {statement->getRangeStmt(), statement->getBeginStmt(), statement->getEndStmt()})
      if (const Completion completion = run(made); completion != Completion::Normal)
        return completion;
    for (;;) {
      if (!step(statement->getBeginLoc())) return Completion::Failed;
      bool again = false;
      if (!eval_condition(statement->getCond(), again, "the condition of this loop"))
        return stopped();
      if (!again) return Completion::Normal;
      const size_t owned = frames_.back().owned.size();
      Completion completion = run(statement->getLoopVarStmt());
      if (completion == Completion::Normal) completion = run(statement->getBody());
      completion = leave_scope(owned, completion);
      if (completion == Completion::Break) return Completion::Normal;
      if (completion != Completion::Normal && completion != Completion::Continue) return completion;
      Result ignored;
      if (!eval(statement->getInc(), ignored)) return stopped();
    }
  }
  Location* range = nullptr;
  const size_t extended = frames_.back().extended.size();
  if (!place(statement->getRangeInit(), range)) return stopped();
  own_extended(extended);
  if (!make_room(statement->getRangeInit(), range, statement->getRangeInit()->getType()))
    return stopped();
  Value value = range->value();
  if (value.is(Value::Kind::Pointer)) { // a holder of a container
    range = value.target();
    value = range->value();
  }
  if (value.is_node()) {
    // A list of which only the length is known or assumed: its items, one by one.
    const std::string length = report_.source_text(statement->getRangeInit()) + ".size()";
    std::optional<int64_t> count = oracle_.known_length(statement->getRangeInit(), value);
    if (!count && !assumed_length(statement->getRangeInit(), value, count)) return stopped();
    if (count) {
      const QualType item = statement->getLoopVariable()->getType();
      const bool may_write =
          item->isLValueReferenceType() && !item.getNonReferenceType().isConstQualified();
      Object* items = storage_.sequence({});
      for (int64_t i = 0; i < *count; ++i)
        items->elements.push_back(
            may_write
                ? element_place(statement->getRangeInit(), range, i, count, false)
                : storage_.allocate(graph_.get_item(statement->getRangeInit(), value.node(), i)));
      value = Value::record(items);
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
  if (value.is(Value::Kind::String)) {
    // A string that may be written to gets places for its characters; of other text they are read.
    const std::string text(value.text());
    const CXXRecordDecl* type = statement->getRangeInit()->getType()->getAsCXXRecordDecl();
    const auto characters = [&](const CXXRecordDecl* record) {
      Object* list = storage_.create(Object::Kind::Sequence, record);
      for (const char c : text)
        list->elements.push_back(storage_.allocate(Value::integer(c, 8, true)));
      return Value::record(list);
    };
    if (type && type->getIdentifier() && type->getName() == "basic_string") {
      storage_.represent(range, [&] { return characters(type); });
      value = range->value();
    } else {
      value = characters(nullptr);
    }
  }
  if (!value.is_record()) {
    report_.not_known(statement->getRangeInit(), value, "the range of this loop");
    return Completion::Failed;
  }
  const Object* object = value.object();
  if (object->kind == Object::Kind::Class || object->kind == Object::Kind::Closure) {
    report_.unsupported(statement->getRangeInit(), "a loop over an object of this class");
    return Completion::Failed;
  }
  if (!library_.has_known_order(*this, statement->getRangeInit(), *object))
    return Completion::Failed;
  const size_t stride = object->kind == Object::Kind::Map ? 2 : 1;
  for (size_t i = 0; i < object->elements.size(); i += stride) {
    Location* current = object->elements[i];
    const size_t size = object->elements.size();
    Location* element = current;
    if (object->kind == Object::Kind::Map) {
      Object* pair = storage_.create(Object::Kind::Sequence);
      pair->is_tuple = true;
      pair->elements = {object->elements[i], object->elements[i + 1]};
      element = pair->self;
    }
    const size_t owned = frames_.back().owned.size();
    if (!loop_variable(statement, element)) return stopped();
    const Completion completion = leave_scope(owned, run(statement->getBody()));
    if (completion == Completion::Break) break;
    if (completion != Completion::Normal && completion != Completion::Continue) return completion;
    if (object->elements.size() == size && object->elements[i] == current) continue;
    // The body changed the container.
    const auto at = llvm::find(object->elements, current);
    if (object->kind == Object::Kind::Module ||
        (object->elements.size() == size && !has_stable_iterators(*object)))
      continue;
    if (!has_stable_iterators(*object) || at == object->elements.end()) {
      report_.error(statement->getBeginLoc(),
                    "the body of this loop changes the container that the loop runs over, which "
                    "C++ gives no meaning: loop over a copy of it");
      return Completion::Failed;
    }
    i = static_cast<size_t>(at - object->elements.begin());
  }
  return Completion::Normal;
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
