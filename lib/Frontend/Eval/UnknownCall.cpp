// Calls that have no model and cannot be run.
#include "Frontend/Eval/Machine.h"
#include "Frontend/Lower/Construction.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// Whether nothing happens where an object of this type dies: a number, a tensor, text, or a
/// container of such.
bool dies_in_silence(QualType type) {
  if (is_tensor_type(type) || type->isArithmeticType()) return true;
  const auto* record =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (record == nullptr || !record->isInStdNamespace() || !record->getIdentifier()) return false;
  const llvm::StringRef name = record->getName();
  const llvm::ArrayRef<TemplateArgument> arguments = record->getTemplateArgs().asArray();
  if (name == "basic_string") return true;
  const bool has_keys = name == "map" || name == "unordered_map" || name == "pair";
  if (!has_keys && name != "vector" && name != "list" && name != "deque" && name != "set")
    return false;
  return llvm::all_of(arguments.take_front(has_keys ? 2 : 1), [](const TemplateArgument& argument) {
    return dies_in_silence(argument.getAsType());
  });
}

/// Whether `method` gives a container other contents, whatever it had: what earlier calls of
/// forward left there does not matter then.
bool replaces_contents(const CXXMethodDecl* method, llvm::ArrayRef<Operand> args) {
  const bool assigns = method->getOverloadedOperator() == OO_Equal;
  const bool named =
      method->getIdentifier() && (method->getName() == "clear" || method->getName() == "assign");
  return (assigns || named) &&
         llvm::none_of(
             args, [](const Operand& operand) { return operand.value.is(Value::Kind::Opaque); }) &&
         dies_in_silence(method->getASTContext().getCanonicalTagType(method->getParent()));
}

} // namespace

bool Machine::make_anew(const Expr* where, const CXXMethodDecl* method,
                        llvm::ArrayRef<Operand> args, Operand& self) {
  if (!self.value.is(Value::Kind::Opaque) || self.place == nullptr ||
      self.value.reason() != later_call_reason || !replaces_contents(method, args))
    return true;
  Result empty;
  if (!construct_resolved(where, context_.getCanonicalTagType(method->getParent()), {}, empty))
    return false;
  storage_.write(self.place, empty.value);
  self.value = empty.value;
  return true;
}

bool Machine::forget(const Expr* where, Location* place, QualType type, const Value& unknown,
                     llvm::StringRef callee) {
  const Value value = place->value();
  const auto keep_out = [&](llvm::StringRef what) {
    return report_.error(
        where,
        fmt::format("the tracer does not know what '{}' does: it may run what it is given any "
                    "number of times, now or later, and that changes {}; call it here yourself, or "
                    "keep the function that holds this call out of the graph with "
                    "--wrap=<function>",
                    callee.str(), what.str()));
  };
  if (value.is(Value::Kind::Slot) ||
      (value.is_node() && (type.isNull() || is_tensor_type(type.getNonReferenceType()))))
    return keep_out("a tensor");
  if (value.is_record()) {
    const Object& object = *value.object();
    if (object.kind == Object::Kind::Module) return keep_out("a module");
    for (const auto& [field, part] : object.fields)
      if (!field->getType()->isReferenceType() &&
          !forget(where, part, field->getType(), unknown, callee))
        return false;
    for (Location* element : object.elements)
      if (!forget(where, element, {}, unknown, callee)) return false;
  }
  storage_.write(place, unknown);
  if (!llvm::is_contained(handed_out_, place)) handed_out_.push_back(place);
  return true;
}

bool Machine::forget_callable(const Expr* where, const Value& callable, const Value& unknown,
                              llvm::StringRef callee, unsigned depth) {
  if (depth > 8) return report_.error(where, "callables that hold callables, nested too deeply");
  if (callable.is(Value::Kind::Pointer) && callable.target()->value().is_record())
    return forget_callable(where, callable.target()->value(), unknown, callee, depth + 1);
  const FunctionDecl* function = nullptr;
  const Object* object = callable.is_record() ? callable.object() : nullptr;
  if (callable.is(Value::Kind::Function)) {
    function = callable.function();
  } else if (object && object->type && object->kind == Object::Kind::Closure) {
    function = object->type->getLambdaCallOperator();
  } else if (object && object->type && object->kind == Object::Kind::Class &&
             is_user_code(object->type)) {
    for (const CXXMethodDecl* method : object->type->methods())
      if (method->getOverloadedOperator() == OO_Call) function = method;
  }
  if (function == nullptr || !is_user_code(function) || definition(function) == nullptr)
    return true;
  const Effects effects = effects_.of(function);
  if (!effects.any()) return true;
  const auto say = [&](bool ok) {
    if (!ok) report_.note(effects.where, "it is changed here");
    return ok;
  };
  if (effects.writes_tensor)
    return say(report_.error(
        where,
        fmt::format("the tracer does not know what '{}' does: it may run what it is given any "
                    "number of times, now or later, and that writes to a tensor; call it here "
                    "yourself, or keep the function that holds this call out of the graph with "
                    "--wrap=<function>",
                    callee.str())));
  if (effects.writes_unknown && object == nullptr)
    return say(report_.error(
        where,
        fmt::format("the tracer does not know what '{}' does: it may run what it is given "
                    "any number of times, now or later, and what that changes cannot be told",
                    callee.str())));
  for (const ValueDecl* written : effects.written)
    if (const auto* variable = dyn_cast<VarDecl>(written);
        variable && variable->hasGlobalStorage()) {
      Location* place = nullptr;
      if (!this->variable(where, variable, place) ||
          !say(forget(where, place, variable->getType(), unknown, callee)))
        return false;
    }
  const Object* self = object;
  if (object && object->kind == Object::Kind::Closure) {
    llvm::DenseMap<const ValueDecl*, FieldDecl*> captures;
    FieldDecl* this_field = nullptr;
    object->type->getCaptureFields(captures, this_field);
    for (const auto& [variable, field] : captures) {
      Location* place = field_place(object, field);
      const Value held = place->value();
      const bool is_callable = held.is(Value::Kind::Function) ||
                               (held.is_record() && held.object()->kind == Object::Kind::Closure);
      if (is_callable) {
        if (!forget_callable(where, held, unknown, callee, depth + 1)) return false;
        continue;
      }
      const bool named =
          effects.written.contains(llvm::cast<ValueDecl>(variable->getCanonicalDecl()));
      if (field->getType()->isReferenceType() && (named || effects.writes_unknown) &&
          !say(forget(where, place, variable->getType(), unknown, callee)))
        return false;
      if (held.is(Value::Kind::Pointer) && effects.writes_unknown &&
          !say(forget(where, held.target(), {}, unknown, callee)))
        return false;
    }
    self = nullptr;
    if (this_field) {
      const Value captured = field_place(object, this_field)->value();
      if (captured.is(Value::Kind::Pointer) && captured.target()->value().is_record())
        self = captured.target()->value().object();
    }
  }
  if (self == nullptr || !(effects.changes_self || effects.writes_unknown)) return true;
  bool by_name = false;
  for (const ValueDecl* written : effects.written) {
    const auto* field = dyn_cast<FieldDecl>(written);
    if (field == nullptr) continue;
    by_name = true;
    Location* place = field_place(self, field);
    if (place->value().is(Value::Kind::Pointer)) place = place->value().target();
    if (!say(forget(where, place, field->getType(), unknown, callee))) return false;
  }
  if (by_name && !effects.writes_unknown) return true;
  return say(forget(where, self->self, {}, unknown, callee));
}

bool Machine::forget_what_method_changes(ModelCall& call) {
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
                          !call.args[index].value.is_record();
    if (is_plain)
      storage_.write(call.args[index].place, unknown);
    else if (is_strict)
      return not_known();
  }
  return true;
}

bool Machine::forget_what_it_reaches(ModelCall& call, const Value& unknown,
                                     const Contract* contract) {
  if (!surely_does_not_throw(call)) return false;
  const std::string name = qualified_name(call.callee);
  const auto is_tensor = [](const Value& value) {
    return value.is_node() || value.is(Value::Kind::Slot);
  };
  const auto writes = [&](Part part) { return !contract || contract->writes.has(part); };
  const auto keeps = [&](Part part) { return !contract || contract->keeps.has(part); };
  const auto hand_out = [&](Location* place) {
    if (!is_tensor(place->value()) && !llvm::is_contained(handed_out_, place))
      handed_out_.push_back(place);
  };
  const bool runs_callables = !contract || contract->calls.has(Calls::Callables);
  const size_t known = handed_out_.size();
  for (size_t i = 0; i < call.args.size(); ++i) {
    const Operand& argument = call.args[i];
    if (argument.defaulted) continue;
    const Value value = argument.value;
    if ((runs_callables || keeps(Part::Reached)) &&
        !forget_callable(call.expr, value, unknown, name, 0))
      return false;
    if (i >= call.callee->getNumParams()) continue;
    const QualType type = call.callee->getParamDecl(i)->getType();
    // What is moved from may be anything afterwards, too.
    const bool is_moved = type->isRValueReferenceType() && argument.expr &&
                          argument.expr->isXValue() &&
                          !isa<MaterializeTemporaryExpr>(argument.expr->IgnoreParens());
    if (((type->isLValueReferenceType() && !type.getNonReferenceType().isConstQualified()) ||
         is_moved) &&
        argument.place && !is_tensor(value)) {
      if (writes(Part::Arguments)) storage_.write(argument.place, unknown);
      if (contract && keeps(Part::Arguments)) hand_out(argument.place);
    }
    if (type->isPointerType() && !type->getPointeeType().isConstQualified() &&
        !type->getPointeeType()->isFunctionType() && value.is(Value::Kind::Pointer) &&
        !is_tensor(value.target()->value())) {
      if (writes(Part::Reached)) storage_.write(value.target(), unknown);
      if (contract && keeps(Part::Reached)) hand_out(value.target());
    }
    // Through an iterator every element is in reach.
    if (value.is(Value::Kind::Iterator) && writes(Part::Reached))
      for (Location* element : value.object()->elements)
        if (!is_tensor(element->value())) storage_.write(element, unknown);
  }
  // What was handed out before may be kept, and changed by every call that is not known.
  if (runs_callables)
    for (size_t i = 0; i < known; ++i)
      if (!is_tensor(handed_out_[i]->value())) storage_.write(handed_out_[i], unknown);
  if (handed_out_.size() > known)
    report_.loss(call.location(),
                 fmt::format("the tracer does not know what '{}' does: what it is given may "
                             "change is not known from here on",
                             name));
  return true;
}

bool Machine::call_of_unknown(ModelCall& call) {
  const Value unknown = call.self.value;
  const FunctionDecl* callee = call.callee;
  const ModelEntry* row =
      is_user_code(callee) ? nullptr : library_.find(qualified_name(callee), callee);
  if (row == nullptr) {
    if (is_user_code(callee) && definition(callee) == nullptr) pass_over(call);
    if (!forget_what_it_reaches(call, unknown, nullptr)) return false;
    return call.ret(unknown);
  }
  const Contract& contract = row->contract;
  const auto* method = llvm::cast<CXXMethodDecl>(callee);
  // An assignment gives it a value, whatever it had.
  if (!contract.reads.has(Part::Self) && contract.returns.value() == Returns::Self &&
      (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) &&
      call.self.place && !call.args[0].value.is(Value::Kind::Opaque)) {
    Value assigned;
    if (!initial_value(call.expr, context_.getCanonicalTagType(method->getParent()), call.args[0],
                       assigned))
      return false;
    storage_.write(call.self.place, assigned);
    return call.ret_place(call.self.place);
  }
  if (!forget_what_it_reaches(call, unknown, &contract)) return false;
  if (contract.returns.value() == Returns::Self && call.self.place)
    return call.ret_place(call.self.place);
  return call.ret(unknown);
}

// What is given to an optimizer.
bool Machine::is_weights(const Value& given) {
  const Value value = given.is(Value::Kind::Pointer) ? given.target()->value() : given;
  if (value.is_node()) return graph_.construction().weight(value.node());
  return value.is_record() && value.object()->kind == Object::Kind::Sequence &&
         llvm::all_of(value.object()->elements, [&](const Location* element) {
           const Value& item = element->value();
           return !touches_graph(item) ||
                  (item.is_node() && graph_.construction().weight(item.node()));
         });
}

void Machine::forget_parts(Location* place, const Value& unknown,
                           llvm::SmallPtrSetImpl<const Location*>& seen) {
  if (!seen.insert(place).second) return;
  const Value value = place->value();
  const Object* object =
      value.is_record() || value.is(Value::Kind::Iterator) ? value.object() : nullptr;
  if (value.is(Value::Kind::Pointer)) forget_parts(value.target(), unknown, seen);
  if (object && object->kind == Object::Kind::Module) return;
  if (object) {
    for (const auto& [field, part] : object->fields)
      forget_parts(part, unknown, seen);
    for (Location* element : object->elements)
      forget_parts(element, unknown, seen);
  }
  const bool is_module = value.is(Value::Kind::Pointer) && module_of(value) != nullptr;
  if (!is_module && !touches_graph(value)) storage_.write(place, unknown);
}

void Machine::pass_over(const Expr* where, llvm::StringRef callee, const std::string& remark) {
  report_.loss(where->getExprLoc(), remark);
  shown_globals_ =
      Value::opaque(where->getExprLoc(), fmt::format("'{}' may change it", callee.str()));
  llvm::SmallPtrSet<const Location*, 32> seen;
  for (const auto& [variable, place] : globals_)
    if (may_be_changed_elsewhere(variable)) forget_parts(place, *shown_globals_, seen);
}

void Machine::pass_over(const ModelCall& call) {
  const std::string name = qualified_name(call.callee);
  pass_over(
      call.expr, name,
      fmt::format("'{}' has no body in this file: the graph does not have what it does", name));
}

unsigned Machine::library_function(const FunctionDecl* function) {
  const IdentifierInfo* identifier = function->isExternC() ? function->getIdentifier() : nullptr;
  return identifier ? identifier->getBuiltinID() : function->getBuiltinID();
}

bool Machine::may_be_changed_elsewhere(const ValueDecl* global) const {
  const auto* variable = dyn_cast<VarDecl>(global);
  if (variable == nullptr || !is_user_code(variable)) return false;
  const auto* around = dyn_cast<FunctionDecl>(variable->getDeclContext());
  return (around ? around->isExternallyVisible() : variable->isExternallyVisible()) &&
         !variable->getType()->isReferenceType() &&
         !context_.getBaseElementType(variable->getType()).isConstQualified();
}

bool Machine::opaque_call(ModelCall& call, bool wrapped) {
  const std::string name = qualified_name(call.callee);
  if (!wrapped && is_user_code(call.callee)) note_missing_body(call.callee);
  const auto touches = [&](const Operand& operand) {
    return touches_graph(operand.value) && !(graph_.in_constructor() && is_weights(operand.value));
  };
  const bool has_tensors = touches(call.self) || llvm::any_of(call.args, touches);
  if (has_tensors && (wrapped || is_user_code(call.callee))) {
    // The user's own operator, defined elsewhere: one node, under its C++ name.
    const auto* method = dyn_cast<CXXMethodDecl>(call.callee);
    if (method && !method->isStatic())
      return report_.error(call.expr, fmt::format("the body of '{}' is in another file; name that "
                                                  "file on the command line too",
                                                  name));
    std::vector<Argument> args;
    for (const Operand& operand : call.args) {
      Argument argument;
      if (!graph_.lower(operand, argument)) return false;
      args.push_back(std::move(argument));
    }
    if (!wrapped)
      report_.loss(call.location(),
                   fmt::format("'{}' has no body in this file: it stays one opaque call", name));
    Node* node = graph_.emit(call.expr, Opcode::CallFunction, name, std::move(args));
    if (!forget_what_it_reaches(
            call, Value::opaque(call.location(), fmt::format("'{}' may change it", name)), nullptr))
      return false;
    return call.ret(call.callee->getReturnType()->isVoidType() ? Value::none() : Value::node(node));
  }
  if (has_tensors)
    return report_.error(call.expr,
                         fmt::format("the library function '{}' is called with a tensor, "
                                     "and the tracer does not know what it does",
                                     name));
  // A function of the program's own may change what the program shows to other files.
  if (!wrapped && is_user_code(call.callee) && library_function(call.callee) == 0 &&
      !call.callee->hasAttr<PureAttr>() && !call.callee->hasAttr<ConstAttr>())
    pass_over(call);
  // Unknown but harmless: the result may flow, only deciding something with it is an error. What
  // the callee could have changed is unknown from here on, too.
  const Value unknown = Value::opaque(
      call.location(),
      fmt::format("the result of '{}' is not known: the tracer has no model of it", name));
  if (!forget_what_it_reaches(call, unknown, nullptr)) return false;
  if (const auto* method = dyn_cast<CXXMethodDecl>(call.callee);
      method && !method->isConst() && call.self.place && !isa<CXXConstructorDecl>(method))
    storage_.write(call.self.place, unknown);
  return call.ret(unknown);
}

} // namespace fx::frontend
