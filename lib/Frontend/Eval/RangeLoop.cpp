// Loops over a range: its items, the variable that is made of each, and what the body does to it.
#include "Frontend/Eval/Machine.h"
#include "Frontend/Values/Wrappers.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// The `*__begin` that a loop over a range initialises its variable with.
const Expr* item_of(const VarDecl* variable) {
  const Expr* item = variable->getInit();
  while (item != nullptr) {
    item = item->IgnoreParenImpCasts();
    if (const Expr* inner = inside<FullExpr, CXXBindTemporaryExpr, ExplicitCastExpr>(item))
      item = inner;
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
    if (const Expr* inner =
            inside<FullExpr, CXXBindTemporaryExpr, MaterializeTemporaryExpr, CastExpr>(item))
      item = inner;
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

/// The variable of a loop over a range, and the items that it is made of.
struct LoopVariable {
  LoopVariable(const ASTContext& context, const VarDecl* variable);

  /// Whether a conversion function of the item makes it.
  bool is_converted(const Value& item) const;
  /// Whether a constructor makes an object of another class of it.
  bool is_constructed(const Machine& machine, const Value& item) const;

  const VarDecl* declaration;
  QualType type;
  QualType wanted; // what it is, or refers to
  QualType given;
  const CXXRecordDecl* to;
  const CXXRecordDecl* from;
  bool is_same;
  bool is_bit; // an element of a vector<bool>
};

LoopVariable::LoopVariable(const ASTContext& context, const VarDecl* variable)
    : declaration(variable), type(variable->getType()),
      wanted(type.getNonReferenceType().getUnqualifiedType()), given(wanted) {
  if (const Expr* item = item_of(variable))
    given = item->getType().getNonReferenceType().getUnqualifiedType();
  is_same = context.hasSameUnqualifiedType(wanted, given);
  to = wanted->getAsCXXRecordDecl();
  from = given->getAsCXXRecordDecl();
  is_bit = from && from->isInStdNamespace() && from->getIdentifier() &&
           from->getName() == "_Bit_reference";
}

bool LoopVariable::is_converted(const Value& item) const {
  return !is_same && from && !item.is_node() && !item.is(Value::Kind::Opaque) &&
         converts_by_function(declaration);
}

bool LoopVariable::is_constructed(const Machine& machine, const Value& item) const {
  const bool is_base =
      to && from && to->hasDefinition() && from->hasDefinition() && from->isDerivedFrom(to);
  return !is_same && to && !(is_base && type->isReferenceType()) &&
         (machine.runs(to) || given->isArithmeticType()) && !is_handle_class(to) && !item.is_node();
}

} // namespace

/// One loop over a range.
class Machine::RangeLoop {
public:
  RangeLoop(Machine& machine, const CXXForRangeStmt* statement)
      : machine_(machine), report_(machine.report_), storage_(machine.storage_),
        statement_(statement), range_init_(statement->getRangeInit()) {}

  Completion as_spelled_out();
  Completion over_elements();

private:
  bool find_range(Location*& range);
  bool make_items(Location* range, Value& list);
  void make_characters(Location* range, Value& text);
  Completion run_items(const Object* container);
  bool find_again(const Object& container, const Location* current, size_t size, size_t& index);
  bool bind_variable(Location* element);
  bool convert_item(const LoopVariable& variable, Location* element, Result& converted);
  bool construct_item(const LoopVariable& variable, Location* element, Location*& made);

  Completion stopped() const { return report_.failed() ? Completion::Failed : Completion::Throw; }

  Machine& machine_;
  Reporter& report_;
  Storage& storage_;
  const CXXForRangeStmt* statement_;
  const Expr* range_init_;
};

/// The user's own range, or one of the library's own code: as the standard spells the loop out.
Completion Machine::RangeLoop::as_spelled_out() {
  for (const Stmt* made :
       {statement_->getRangeStmt(), statement_->getBeginStmt(), statement_->getEndStmt()})
    if (const Completion completion = machine_.run(made); completion != Completion::Normal)
      return completion;
  for (;;) {
    if (!machine_.step(statement_->getBeginLoc())) return Completion::Failed;
    bool again = false;
    if (!machine_.eval_condition(statement_->getCond(), again, "the condition of this loop"))
      return stopped();
    if (!again) return Completion::Normal;
    const size_t owned = machine_.frames_.back().owned.size();
    Completion completion = machine_.run(statement_->getLoopVarStmt());
    if (completion == Completion::Normal) completion = machine_.run(statement_->getBody());
    completion = machine_.leave_scope(owned, completion);
    if (completion == Completion::Break) return Completion::Normal;
    if (completion != Completion::Normal && completion != Completion::Continue) return completion;
    Result ignored;
    if (!machine_.eval(statement_->getInc(), ignored)) return stopped();
  }
}

/// Over what models know the elements of.
Completion Machine::RangeLoop::over_elements() {
  Location* range = nullptr;
  if (!find_range(range)) return stopped();
  Value value = range->value();
  if (value.is(Value::Kind::Pointer)) { // a holder of a container
    range = value.target();
    value = range->value();
  }
  if (value.is_node() && !make_items(range, value)) return stopped();
  if (value.is(Value::Kind::String)) make_characters(range, value);
  if (!value.is_object()) {
    report_.not_known(range_init_, value, "the range of this loop");
    return Completion::Failed;
  }
  const Object* object = value.object();
  if (object->kind == Object::Kind::Class || object->kind == Object::Kind::Closure) {
    report_.unsupported(range_init_);
    return Completion::Failed;
  }
  if (!machine_.library_.has_known_order(machine_, range_init_, *object)) return Completion::Failed;
  return run_items(object);
}

/// The place of what the loop runs over; a temporary lives as long as the loop.
bool Machine::RangeLoop::find_range(Location*& range) {
  const size_t extended = machine_.frames_.back().extended.size();
  if (!machine_.place(range_init_, range)) return false;
  machine_.own_extended(extended);
  return machine_.make_room(range_init_, range, range_init_->getType());
}

/// A list of which only the length is known or assumed: its items, one by one.
bool Machine::RangeLoop::make_items(Location* range, Value& list) {
  std::optional<int64_t> count = machine_.oracle_.known_length(range_init_, list);
  if (!count && !machine_.assumed_length(range_init_, list, count)) return false;
  if (!count) {
    const std::string length = report_.source_text(range_init_) + ".size()";
    report_.not_known(range_init_, list, "the range of this loop");
    report_.note(
        range_init_->getExprLoc(),
        fmt::format("or say how many items there are, with an example of the inputs (--input) or "
                    "with --assume='{}=<number>'",
                    length));
    return false;
  }
  const QualType item = statement_->getLoopVariable()->getType();
  const bool may_write =
      item->isLValueReferenceType() && !item.getNonReferenceType().isConstQualified();
  Object* items = storage_.sequence({});
  for (int64_t i = 0; i < *count; ++i)
    items->elements.push_back(
        may_write ? machine_.element_place(range_init_, range, i, count, false)
                  : storage_.allocate(machine_.graph_.get_item(range_init_, list.node(), i)));
  list = Value::object(items);
  return true;
}

/// A string that may be written to gets places for its characters; of other text they are read.
void Machine::RangeLoop::make_characters(Location* range, Value& text) {
  const std::string held(text.text());
  const CXXRecordDecl* type = range_init_->getType()->getAsCXXRecordDecl();
  const auto characters = [&](const CXXRecordDecl* record) {
    Object* list = storage_.create(Object::Kind::Sequence, record);
    for (const char c : held)
      list->elements.push_back(storage_.allocate(Value::integer(c, 8, true)));
    return Value::object(list);
  };
  if (type && type->getIdentifier() && type->getName() == "basic_string") {
    storage_.represent(range, [&] { return characters(type); });
    text = range->value();
  } else {
    text = characters(nullptr);
  }
}

Completion Machine::RangeLoop::run_items(const Object* container) {
  const bool is_map = container->kind == Object::Kind::Map;
  for (size_t i = 0; i < container->elements.size(); i += is_map ? 2 : 1) {
    Location* current = container->elements[i];
    const size_t size = container->elements.size();
    Location* element = current;
    if (is_map) {
      Object* pair = storage_.create(Object::Kind::Sequence);
      pair->is_tuple = true;
      pair->elements = {container->elements[i], container->elements[i + 1]};
      element = pair->self;
    }
    const size_t owned = machine_.frames_.back().owned.size();
    if (!bind_variable(element)) return stopped();
    const Completion completion = machine_.leave_scope(owned, machine_.run(statement_->getBody()));
    if (completion == Completion::Break) break;
    if (completion != Completion::Normal && completion != Completion::Continue) return completion;
    if (!find_again(*container, current, size, i)) return Completion::Failed;
  }
  return Completion::Normal;
}

/// Where `current` stands now, if the body changed the container. False, with an error, where the
/// loop has no meaning any more.
bool Machine::RangeLoop::find_again(const Object& container, const Location* current, size_t size,
                                    size_t& index) {
  const bool has_same_size = container.elements.size() == size;
  if (has_same_size && container.elements[index] == current) return true;
  const auto at = llvm::find(container.elements, current);
  const bool is_stable = has_stable_iterators(container);
  if (container.kind == Object::Kind::Module || (has_same_size && !is_stable)) return true;
  if (!is_stable || at == container.elements.end())
    return report_.error(statement_->getBeginLoc(), diag::loop_changes_its_container);
  index = static_cast<size_t>(at - container.elements.begin());
  return true;
}

/// The variable of the loop is made of the item that stands at `element`, or refers to it.
bool Machine::RangeLoop::bind_variable(Location* element) {
  const LoopVariable variable(machine_.context_, statement_->getLoopVariable());
  // What refers to an element of a vector<bool> is converted to bool first.
  const QualType number_type = variable.is_bit ? machine_.context_.BoolTy : variable.given;
  Location* location = element;
  if (variable.is_same && variable.is_bit) {
    location = storage_.allocate(Value::pointer(element)); // a copy of it is the same bit
  } else if (variable.is_converted(element->value())) {
    Result converted;
    if (!convert_item(variable, element, converted)) return false;
    if (variable.type->isReferenceType() && converted.place) {
      machine_.bind(variable.declaration, converted.place);
      return true;
    }
    location = storage_.allocate(converted.value);
  } else if (!variable.is_same && variable.wanted->isArithmeticType() &&
             number_type->isArithmeticType()) {
    Value number = element->value();
    if (!machine_.convert(range_init_, number_type, variable.wanted, number)) return false;
    location = storage_.allocate(number);
  } else if (variable.is_constructed(machine_, element->value())) {
    if (!construct_item(variable, element, location)) return false;
  } else if (!variable.type->isReferenceType()) {
    location = storage_.allocate(storage_.copy(element->value()));
    if (report_.failed() || machine_.unwinding()) return false;
  }
  machine_.bind(variable.declaration, location);
  if (location != element) machine_.own_variable(variable.wanted, location);
  const auto* decomposition = dyn_cast<DecompositionDecl>(variable.declaration);
  return decomposition == nullptr || machine_.decompose(decomposition, location);
}

namespace {

Operand item_operand(const LoopVariable& variable, Location* element) {
  Operand operand;
  operand.type = variable.given;
  operand.value = element->value();
  operand.place = element;
  return operand;
}

} // namespace

/// By a function of the item's class.
bool Machine::RangeLoop::convert_item(const LoopVariable& variable, Location* element,
                                      Result& converted) {
  const Operand operand = item_operand(variable, element);
  const clang::SourceLocation where = variable.declaration->getLocation();
  const auto build = [&](llvm::MutableArrayRef<Expr*> items) {
    return machine_.sema().PerformCopyInitialization(
        InitializedEntity::InitializeResult(where, variable.type), where, items[0]);
  };
  return machine_.resolve(range_init_, reinterpret_cast<uintptr_t>(variable.declaration), operand,
                          build, converted);
}

/// By a constructor of the variable's class.
bool Machine::RangeLoop::construct_item(const LoopVariable& variable, Location* element,
                                        Location*& made) {
  Result object;
  if (!machine_.construct_resolved(range_init_, variable.wanted, {item_operand(variable, element)},
                                   object))
    return false;
  made = storage_.allocate(object.place ? storage_.copy(object.value) : object.value);
  return true;
}

Completion Machine::run_range_for(const CXXForRangeStmt* statement) {
  if (const Completion completion = run(statement->getInit()); completion != Completion::Normal)
    return completion;
  RangeLoop loop(*this, statement);
  const FunctionDecl* begin = begin_function(statement);
  const auto* method = dyn_cast_or_null<CXXMethodDecl>(begin);
  if (begin && (is_user_code(begin) || (method && is_own_class(method->getParent()))))
    return loop.as_spelled_out();
  return loop.over_elements();
}

} // namespace fx::frontend
