// std::function and reference_wrapper, call_once, and threads.
//
// A function is the callable that it holds, or none. One that was made from a function of another
// signature is an object of that one's class with its callable for the one element.
#include "Frontend/Models/Elements.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// Whether the end of an object runs code of the user's, in the class or a part of it.
bool ends_with_code(const CXXRecordDecl* record) {
  if (record == nullptr || !record->hasDefinition() || record->isInStdNamespace() ||
      is_torch_library(record) || is_module_class(record) || is_handle_class(record))
    return false;
  record = record->getDefinition();
  const CXXDestructorDecl* destructor = record->getDestructor();
  if (destructor && destructor->isUserProvided()) return true;
  return llvm::any_of(record->bases(),
                      [](const CXXBaseSpecifier& base) {
                        return ends_with_code(base.getType()->getAsCXXRecordDecl());
                      }) ||
         llvm::any_of(record->fields(), [](const FieldDecl* field) {
           return ends_with_code(field->getType()->getAsCXXRecordDecl());
         });
}

/// Whether what a reference_wrapper refers to is called as its qualifiers say.
bool is_called_by_qualifiers(QualType referred) {
  const CXXRecordDecl* record = referred->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition() || !referred.hasQualifiers()) return false;
  return llvm::count_if(record->getDefinition()->methods(), [](const CXXMethodDecl* method) {
           return method->getOverloadedOperator() == OO_Call;
         }) > 1;
}

bool hold(ModelCall& call, Value& value) {
  drop_defaulted(call.args);
  value = Value::none();
  if (call.args.empty()) return true;
  if (call.args.size() != 1) return call.unsupported();
  const Operand& from = call.args[0];
  const CXXRecordDecl* given = record_of(type_of(from));
  const auto* self = llvm::cast<CXXMethodDecl>(call.callee)->getParent();
  if (from.value.is(Value::Kind::None)) return true;
  const bool is_record = !type_of(from).isNull() && type_of(from)->isRecordType();
  if (is_record && ends_with_code(given))
    return call.unsupported(missing::copy_into_a_function_with_a_destructor);
  if (is_std_class(given, "reference_wrapper") && is_called_by_qualifiers(handle_target(given)))
    return call.unsupported(missing::reference_to_a_const_callable);
  if (!make_element(call.machine, call.expr, is_record ? type_of(from) : QualType(), from, value))
    return false;
  if (is_record && is_std_class(given, "function") &&
      given->getCanonicalDecl() != self->getCanonicalDecl()) {
    Object* wrapped = call.storage().create(Object::Kind::Class, given);
    wrapped->elements.push_back(call.storage().allocate(value));
    value = Value::object(wrapped);
  }
  return true;
}

bool construct(ModelCall& call) {
  Value value;
  return hold(call, value) && call.ret(value);
}

/// f(args...): the arguments have the types of the signature; the callable takes and returns what
/// it does.
bool call_function(ModelCall& call) {
  Machine& machine = call.machine;
  Value target = call.self.value;
  if (target.is_object() && is_std_class(target.object()->type, "function") &&
      target.object()->elements.size() == 1 &&
      call.self.type.getNonReferenceType()->getAsCXXRecordDecl()->getCanonicalDecl() ==
          target.object()->type->getCanonicalDecl())
    target = target.object()->elements[0]->value();
  if (target.is(Value::Kind::None))
    return raise_std(call, "bad_function_call", "bad_function_call");
  std::vector<Operand> args;
  for (size_t i = 0; i < call.args.size(); ++i) {
    const QualType type = call.callee->getParamDecl(static_cast<unsigned>(i))->getType();
    const Operand& given = call.args[i];
    Operand arg;
    arg.type = type.getNonReferenceType();
    arg.value = given.value;
    arg.place = given.place;
    if (!type->isReferenceType()) {
      arg.value = given.place ? machine.storage().copy(given.value) : given.value;
      arg.place = machine.storage().allocate(arg.value);
    } else if (arg.place == nullptr) {
      arg.place = machine.storage().allocate(arg.value);
    }
    arg.movable = !type->isLValueReferenceType();
    args.push_back(arg);
  }
  Operand callee;
  callee.value = target;
  Value object = target;
  if (target.is(Value::Kind::Pointer)) object = target.target()->value(); // std::ref(callable)
  const bool by_class =
      object.is_object() && object.object()->type && object.object()->kind != Object::Kind::Module;
  const QualType result_type = call.callee->getReturnType();
  if (by_class) {
    callee = operand_in(machine.context().getCanonicalTagType(object.object()->type),
                        object.object()->self);
    return machine.resolved_call(call.expr, callee, args, call.result, result_type);
  }
  if (target.is(Value::Kind::Function)) {
    const FunctionDecl* function = target.function();
    const auto* method = dyn_cast<CXXMethodDecl>(function);
    if (method == nullptr || method->isStatic()) {
      callee.type = machine.context().getPointerType(function->getType());
      return machine.resolved_call(call.expr, callee, args, call.result, result_type);
    }
  }
  return invoke(call, callee, args, call.result) && convert_result(call, result_type, call.result);
}

bool function_method(ModelCall& call) {
  if (call.name == "operator()") return call_function(call);
  if (call.name == "operator bool")
    return call.ret(Value::boolean(!call.self.value.is(Value::Kind::None)));
  if (call.name == "operator=" && call.self.place) {
    Value value;
    if (!hold(call, value)) return false;
    call.storage().write(call.self.place, value);
    return call.ret_place(call.self.place);
  }
  if (call.name == "swap" && call.self.place && call.args[0].place) {
    exchange_values(call.storage(), call.self.place, call.args[0].place);
    return call.ret(Value::none());
  }
  return call.unsupported(missing::method_of_a_function, call.name);
}

/// std::ref, std::cref: a handle of what they are given.
bool make_reference(ModelCall& call) {
  const Operand& to = call.args[0];
  if (is_std_class(record_of(type_of(to)), "reference_wrapper")) return call.ret(to.value);
  return call.ret(Value::pointer(to.place ? to.place : call.storage().allocate(to.value)));
}

bool reference_method(ModelCall& call) {
  Value& self = call.self.value;
  if (call.name == "operator=" && call.self.place) {
    call.storage().write(call.self.place, call.args[0].value);
    return call.ret_place(call.self.place);
  }
  if (!self.is(Value::Kind::Pointer)) return call.unsupported(missing::reference_wrapper);
  if (call.name == "operator()") return invoke(call, call.self, call.args, call.result);
  return call.ret_place(self.target());
}

/// std::call_once(flag, f, args...): the flag is true from then on.
bool call_once(ModelCall& call) {
  Location* flag = call.args[0].place;
  if (flag == nullptr) return call.unsupported(missing::this_flag);
  if (flag->value().is(Value::Kind::Int)) return call.ret(Value::none());
  if (flag->value().is_node()) return call.unsupported(missing::this_flag);
  if (!invoke(call, call.args[1], llvm::ArrayRef<Operand>(call.args).drop_front(2), call.result))
    return false;
  call.storage().write(flag, Value::boolean(true));
  call.result = {Value::none(), nullptr};
  return true;
}

bool once_flag(ModelCall& call) {
  return call.ret(Value::none());
}

/// A mutex has no effect: one thread runs what is traced.
bool lock(ModelCall& call) {
  if (!call.callee->getReturnType()->isVoidType() && !isa<CXXConstructorDecl>(call.callee))
    return call.unsupported(missing::method_of_a_lock, call.name); // who holds it is not kept
  return call.ret(Value::stateless());
}

bool thread(ModelCall& call) {
  const bool empty = call.num_given() == 0 && isa<CXXConstructorDecl>(call.callee);
  if (empty) return call.ret(Value::none());
  return call.error(diag::code_at_an_unknown_time, qualified_name(call.callee));
}

} // namespace

extern const ModelTable std_function_models = {
    {"std::function::function", construct, constructs},
    // What is assigned to a function is called later.
    {"std::function::*", function_method, runs.but_keeps(Part::Reached)},
    {"std::{ref,cref}", make_reference, refers},
    {"std::reference_wrapper::*", reference_method, handles},
    {"std::call_once", call_once, runs},
    {"std::once_flag::once_flag", once_flag, computes},
    {"std::{mutex::mutex,recursive_mutex::recursive_mutex}", lock, says},
    {"std::{lock_guard::lock_guard,scoped_lock::scoped_lock,unique_lock::unique_lock}", lock, says},
    {"std::{mutex,recursive_mutex,unique_lock}::*", lock, says},
    {"std::{thread::thread,jthread::jthread,async}", thread, runs},
};

} // namespace fx::frontend
