// Havoc, as verifiers call it: values that are unknown from here on, because code that cannot be
// looked into may have changed them.
#include "Frontend/Eval/Machine.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

/// A callable that unknown code may run any number of times, now or later: what it writes is
/// `unknown` from here on. It is an error if that includes a tensor.
class Machine::UnknownRuns {
public:
  UnknownRuns(Machine& machine, const Expr* where, const Value& unknown, llvm::StringRef callee,
              unsigned depth = 0)
      : machine_(machine), report_(machine.report_), where_(where), unknown_(unknown),
        callee_(callee), depth_(depth) {}

  bool run(const Value& callable);

private:
  const FunctionDecl* function_of(const Value& callable) const;
  bool can_be_told(const Object* object);
  bool havoc_globals();
  bool havoc_captures(const Object& closure, const Object*& self);
  bool havoc_capture(const ValueDecl* variable, const FieldDecl* field, Location* place);
  bool havoc_members(const Object* self);
  bool run_inner(const Value& callable) const {
    return UnknownRuns(machine_, where_, unknown_, callee_, depth_ + 1).run(callable);
  }
  bool havoc(Location* place, QualType type);
  bool havoc_place(Location* place, QualType type);
  bool say(bool ok);

  Machine& machine_;
  Reporter& report_;
  const Expr* where_;
  const Value& unknown_;
  llvm::StringRef callee_;
  unsigned depth_;
  Effects effects_; // of its body
};

bool Machine::UnknownRuns::run(const Value& callable) {
  if (depth_ > 8) return report_.error(where_, diag::callables_nested_too_deeply);
  if (callable.is(Value::Kind::Pointer) && callable.target()->value().is_object())
    return run_inner(callable.target()->value());
  const FunctionDecl* function = function_of(callable);
  if (function == nullptr || !machine_.is_user_code(function) ||
      machine_.definition(function) == nullptr)
    return true;
  effects_ = machine_.effects_.of(function);
  if (!effects_.any()) return true;
  const Object* object = callable.is_object() ? callable.object() : nullptr;
  if (!can_be_told(object) || !havoc_globals()) return false;
  const Object* self = object;
  if (object && object->kind == Object::Kind::Closure && !havoc_captures(*object, self))
    return false;
  return havoc_members(self);
}

const FunctionDecl* Machine::UnknownRuns::function_of(const Value& callable) const {
  if (callable.is(Value::Kind::Function)) return callable.function();
  const Object* object = callable.is_object() ? callable.object() : nullptr;
  if (object == nullptr || object->type == nullptr) return nullptr;
  if (object->kind == Object::Kind::Closure) return object->type->getLambdaCallOperator();
  const FunctionDecl* function = nullptr;
  if (object->kind == Object::Kind::Class && machine_.is_user_code(object->type))
    for (const CXXMethodDecl* method : object->type->methods())
      if (method->getOverloadedOperator() == OO_Call) function = method;
  return function;
}

/// Notes to an error what the callable changes.
bool Machine::UnknownRuns::say(bool ok) {
  if (!ok) report_.note(effects_.where, "it is changed here");
  return ok;
}

bool Machine::UnknownRuns::havoc(Location* place, QualType type) {
  return say(havoc_place(place, type));
}

/// What stands at `place`, and its parts, is not known from here on; an error where that is a
/// tensor or a module.
bool Machine::UnknownRuns::havoc_place(Location* place, QualType type) {
  const Value value = place->value();
  const auto keep_out = [&](llvm::StringRef what) {
    return report_.error(where_, diag::unknown_code_changes, callee_.str(), what.str());
  };
  if (value.is(Value::Kind::TensorSlot) ||
      (value.is_node() && (type.isNull() || is_tensor_type(type.getNonReferenceType()))))
    return keep_out("a tensor");
  if (value.is_object()) {
    const Object& object = *value.object();
    if (object.kind == Object::Kind::Module) return keep_out("a module");
    for (const auto& [field, part] : object.fields)
      if (!field->getType()->isReferenceType() && !havoc_place(part, field->getType()))
        return false;
    for (Location* element : object.elements)
      if (!havoc_place(element, {})) return false;
  }
  machine_.storage_.write(place, unknown_);
  if (!llvm::is_contained(machine_.handed_out_, place)) machine_.handed_out_.push_back(place);
  return true;
}

/// False, with an error, where what it writes to is a tensor, or may be anything.
bool Machine::UnknownRuns::can_be_told(const Object* object) {
  if (effects_.writes_tensor)
    return say(report_.error(where_, diag::unknown_code_writes_to_a_tensor, callee_.str()));
  if (effects_.writes_unknown && object == nullptr)
    return say(report_.error(where_, diag::unknown_code_may_change_anything, callee_.str()));
  return true;
}

bool Machine::UnknownRuns::havoc_globals() {
  for (const ValueDecl* written : effects_.written)
    if (const auto* variable = dyn_cast<VarDecl>(written);
        variable && variable->hasGlobalStorage()) {
      Location* place = nullptr;
      if (!machine_.variable(where_, variable, place) || !havoc(place, variable->getType()))
        return false;
    }
  return true;
}

/// What a lambda has captured by reference. `self`: the object whose 'this' it has captured.
bool Machine::UnknownRuns::havoc_captures(const Object& closure, const Object*& self) {
  llvm::DenseMap<const ValueDecl*, FieldDecl*> captures;
  FieldDecl* this_field = nullptr;
  closure.type->getCaptureFields(captures, this_field);
  for (const auto& [variable, field] : captures)
    if (!havoc_capture(variable, field, machine_.field_place(&closure, field))) return false;
  self = nullptr;
  if (this_field) {
    const Value captured = machine_.field_place(&closure, this_field)->value();
    if (captured.is(Value::Kind::Pointer) && captured.target()->value().is_object())
      self = captured.target()->value().object();
  }
  return true;
}

bool Machine::UnknownRuns::havoc_capture(const ValueDecl* variable, const FieldDecl* field,
                                         Location* place) {
  const Value held = place->value();
  const bool is_callable = held.is(Value::Kind::Function) ||
                           (held.is_object() && held.object()->kind == Object::Kind::Closure);
  if (is_callable) return run_inner(held);
  const bool named = effects_.written.contains(llvm::cast<ValueDecl>(variable->getCanonicalDecl()));
  if (field->getType()->isReferenceType() && (named || effects_.writes_unknown) &&
      !havoc(place, variable->getType()))
    return false;
  return !held.is(Value::Kind::Pointer) || !effects_.writes_unknown || havoc(held.target(), {});
}

bool Machine::UnknownRuns::havoc_members(const Object* self) {
  if (self == nullptr || !(effects_.changes_self || effects_.writes_unknown)) return true;
  bool by_name = false;
  for (const ValueDecl* written : effects_.written) {
    const auto* field = dyn_cast<FieldDecl>(written);
    if (field == nullptr) continue;
    by_name = true;
    Location* place = machine_.field_place(self, field);
    if (place->value().is(Value::Kind::Pointer)) place = place->value().target();
    if (!havoc(place, field->getType())) return false;
  }
  if (by_name && !effects_.writes_unknown) return true;
  return havoc(self->self, {});
}

bool Machine::havoc_changes_of_method(ModelCall& call) {
  const auto* method = llvm::cast<CXXMethodDecl>(call.callee);
  const Value unknown = call.self.value;
  const auto not_known = [&] {
    return report_.not_known(call.expr, unknown, "what this call changes");
  };
  // Of another object that is not known, only what its method surely changes is forgotten.
  const bool is_strict = unknown.reason() == later_call_reason;
  if (!is_user_code(method)) // a std::function may be anything
    return !is_strict || method->getOverloadedOperator() != OO_Call || not_known();
  if (!is_strict && (method->isVirtual() || definition(method) == nullptr)) return true;
  const bool overridden = method->isVirtual() && !method->hasAttr<FinalAttr>() &&
                          !method->getParent()->isEffectivelyFinal();
  if (overridden || method->isPureVirtual()) return not_known();
  if (!method->isUserProvided() && !method->getParent()->isLambda()) return true; // an assignment
  if (definition(method) == nullptr) return not_known();
  const Effects effects = effects_.of(method);
  if (effects.writes_tensor || (effects.writes_unknown && is_strict)) return not_known();
  for (const ValueDecl* written : effects.written) {
    const auto* variable = dyn_cast<VarDecl>(written);
    if (variable == nullptr) continue;
    Location* place = nullptr;
    if (!variable->hasGlobalStorage()) return not_known();
    if (!this->variable(call.expr, variable, place)) return false;
    if (touches_graph(place->value())) return not_known();
    storage_.write(place, unknown);
  }
  for (const unsigned index : effects.parameters) {
    const bool is_plain = index < call.args.size() && call.args[index].place &&
                          !touches_graph(call.args[index].value) &&
                          !call.args[index].value.is_object();
    if (is_plain)
      storage_.write(call.args[index].place, unknown);
    else if (is_strict)
      return not_known();
  }
  return true;
}

namespace {

bool is_tensor(const Value& value) {
  return value.is_node() || value.is(Value::Kind::TensorSlot);
}

/// Whether a parameter of `type` gives what it is called with a new value: what is moved from may
/// be anything afterwards, too.
bool may_be_written(QualType type, const Operand& argument) {
  if (type->isLValueReferenceType()) return !type.getNonReferenceType().isConstQualified();
  return type->isRValueReferenceType() && argument.expr && argument.expr->isXValue() &&
         !isa<MaterializeTemporaryExpr>(argument.expr->IgnoreParens());
}

} // namespace

/// What a call that is not known reaches by its arguments.
class Machine::Reach {
public:
  Reach(Machine& machine, const ModelCall& call, const Value& unknown, const Contract* contract)
      : machine_(machine), report_(machine.report_), call_(call), unknown_(unknown),
        contract_(contract), name_(qualified_name(call.callee)) {}

  bool havoc_all();

private:
  bool havoc_argument(size_t i);
  void havoc_reference(QualType type, const Operand& argument);
  void havoc_pointee(QualType type, const Value& pointer);
  void hand_out(Location* place);

  bool writes(Part part) const { return !contract_ || contract_->writes.has(part); }
  bool keeps(Part part) const { return !contract_ || contract_->keeps.has(part); }
  bool runs_callables() const { return !contract_ || contract_->calls.has(Calls::Callables); }

  Machine& machine_;
  Reporter& report_;
  const ModelCall& call_;
  const Value& unknown_;
  const Contract* contract_; // null: nothing is stated of it
  std::string name_;
};

bool Machine::Reach::havoc_all() {
  std::vector<Location*>& handed_out = machine_.handed_out_;
  const size_t known = handed_out.size();
  for (size_t i = 0; i < call_.args.size(); ++i)
    if (!havoc_argument(i)) return false;
  // What was handed out before may be kept, and changed by every call that is not known.
  if (runs_callables())
    for (size_t i = 0; i < known; ++i)
      if (!is_tensor(handed_out[i]->value())) machine_.storage_.write(handed_out[i], unknown_);
  if (handed_out.size() > known)
    report_.loss(call_.location(), diag::call_may_change_its_arguments, name_);
  return true;
}

bool Machine::Reach::havoc_argument(size_t i) {
  const Operand& argument = call_.args[i];
  if (argument.defaulted) return true;
  const Value value = argument.value;
  if ((runs_callables() || keeps(Part::Reached)) &&
      !UnknownRuns(machine_, call_.expr, unknown_, name_).run(value))
    return false;
  if (i >= call_.callee->getNumParams()) return true;
  const QualType type = call_.callee->getParamDecl(i)->getType();
  havoc_reference(type, argument);
  havoc_pointee(type, value);
  // Through an iterator every element is in reach.
  if (value.is(Value::Kind::Iterator) && writes(Part::Reached))
    for (Location* element : value.object()->elements)
      if (!is_tensor(element->value())) machine_.storage_.write(element, unknown_);
  return true;
}

void Machine::Reach::havoc_reference(QualType type, const Operand& argument) {
  if (!argument.place || is_tensor(argument.value) || !may_be_written(type, argument)) return;
  if (writes(Part::Arguments)) machine_.storage_.write(argument.place, unknown_);
  if (contract_ && keeps(Part::Arguments)) hand_out(argument.place);
}

void Machine::Reach::havoc_pointee(QualType type, const Value& pointer) {
  if (!type->isPointerType() || type->getPointeeType().isConstQualified() ||
      type->getPointeeType()->isFunctionType() || !pointer.is(Value::Kind::Pointer) ||
      is_tensor(pointer.target()->value()))
    return;
  if (writes(Part::Reached)) machine_.storage_.write(pointer.target(), unknown_);
  if (contract_ && keeps(Part::Reached)) hand_out(pointer.target());
}

void Machine::Reach::hand_out(Location* place) {
  if (!is_tensor(place->value()) && !llvm::is_contained(machine_.handed_out_, place))
    machine_.handed_out_.push_back(place);
}

bool Machine::havoc_reachable(ModelCall& call, const Value& unknown, const Contract* contract) {
  return surely_does_not_throw(call) && Reach(*this, call, unknown, contract).havoc_all();
}

void Machine::havoc_parts(Location* place, const Value& unknown,
                          llvm::SmallPtrSetImpl<const Location*>& seen) {
  if (!seen.insert(place).second) return;
  const Value value = place->value();
  const Object* object =
      value.is_object() || value.is(Value::Kind::Iterator) ? value.object() : nullptr;
  if (value.is(Value::Kind::Pointer)) havoc_parts(value.target(), unknown, seen);
  if (object && object->kind == Object::Kind::Module) return;
  if (object) {
    for (const auto& [field, part] : object->fields)
      havoc_parts(part, unknown, seen);
    for (Location* element : object->elements)
      havoc_parts(element, unknown, seen);
  }
  const bool is_module = value.is(Value::Kind::Pointer) && module_of(value) != nullptr;
  if (!is_module && !touches_graph(value)) storage_.write(place, unknown);
}

} // namespace fx::frontend
