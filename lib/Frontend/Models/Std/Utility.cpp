// move and forward, swap and exchange, make_shared, exceptions, memory.
#include "Frontend/Models/Elements.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

bool identity(ModelCall& call) {
  call.result.place = call.args[0].place;
  return call.ret(call.args[0].value);
}

bool address_of(ModelCall& call) {
  const Operand& object = call.args[0];
  // A variable that holds a pointer to a function has a place of its own.
  if (object.value.is(Value::Kind::Function) && type_of(object)->isFunctionType())
    return call.ret(object.value);
  return call.ret(
      Value::pointer(object.place ? object.place : call.storage().allocate(object.value)));
}

/// make_unique<T[]>(count), make_shared<T[]>(count, value): elements as new T[count]() makes them.
bool make_shared_array(ModelCall& call, QualType type) {
  Machine& machine = call.machine;
  const QualType element = machine.context().getAsArrayType(type)->getElementType();
  llvm::ArrayRef<Operand> args = call.args;
  const auto* fixed = machine.context().getAsConstantArrayType(type);
  int64_t count = fixed ? static_cast<int64_t>(fixed->getSize().getZExtValue()) : -1;
  if (fixed == nullptr && !args.empty()) {
    Value given = args[0].value;
    machine.oracle().concretize(args[0].expr, given);
    if (!given.is(Value::Kind::Int))
      return call.report().not_known(args[0].expr, given, "the size of this array");
    count = given.as_int();
    args = args.drop_front();
  }
  if (count < 0 || count > 1'000'000 || element->isArrayType() || args.size() > 1)
    return call.unsupported(missing::this_array);
  Object* array = call.storage().create(Object::Kind::Sequence);
  const size_t unfinished = machine.unfinished();
  for (int64_t i = 0; i < count; ++i) {
    Value value;
    if (!make_element(machine, call.expr, element, args, value)) return false;
    array->elements.push_back(call.storage().allocate(value));
    machine.own(element, array->elements.back());
  }
  machine.finish(unfinished, array->elements);
  return call.ret(Value::iterator(array, 0));
}

/// make_shared<T>(...), make_unique<T>(...): Clang resolves the constructor.
bool make_shared(ModelCall& call) {
  const TemplateArgumentList* arguments = call.callee->getTemplateSpecializationArgs();
  if (arguments == nullptr) return call.unsupported();
  const QualType type = (*arguments)[0].getAsType();
  if (call.name.ends_with("_for_overwrite"))
    return call.unsupported(missing::object_made_without_a_value);
  if (call.name == "allocate_shared") {
    if (!is_std_class(record_of(type_of(call.args[0])), "allocator"))
      return call.unsupported(missing::shared_object_with_an_allocator);
    call.args.erase(call.args.begin());
  }
  Result made;
  if (type->isArrayType()) return make_shared_array(call, type);
  if (!call.machine.construct_resolved(call.expr, type, call.args, made)) return false;
  if (!made.value.is_object()) return call.ret(Value::pointer(call.storage().allocate(made.value)));
  const Value pointer = Value::pointer(made.value.object()->self);
  call.graph().note_made(pointer, call.expr);
  return call.ret(pointer);
}

bool pointer_cast(ModelCall& call) {
  const Value value = call.args[0].value;
  // What is given as an rvalue is given away, where the cast gives something.
  const auto gives = [&] {
    const bool moves = call.callee->getParamDecl(0)->getType()->isRValueReferenceType();
    if (moves && call.args[0].place) call.storage().write(call.args[0].place, Value::none());
    return call.ret(value);
  };
  if (call.name == "reinterpret_pointer_cast" && value.is(Value::Kind::Pointer))
    return call.unsupported(missing::object_taken_for_another_type);
  if (call.name != "dynamic_pointer_cast" || !value.is(Value::Kind::Pointer)) return gives();
  const TemplateArgumentList* arguments = call.callee->getTemplateSpecializationArgs();
  const CXXRecordDecl* wanted = arguments ? record_of((*arguments)[0].getAsType()) : nullptr;
  const Value target = value.target()->value();
  if (!wanted || !target.is_object() || !target.object()->type) return call.unsupported();
  const CXXRecordDecl* actual = target.object()->type;
  const bool matches =
      actual->getCanonicalDecl() == wanted->getCanonicalDecl() || actual->isDerivedFrom(wanted);
  return matches ? gives() : call.ret(Value::none());
}

/// Exceptions keep their message, for the diagnostic when no handler catches them.
bool exception(ModelCall& call) {
  std::vector<Value> text;
  if (!call.args.empty()) text.push_back(exception_text(call.args[0]));
  const Object* object = call.storage().sequence(std::move(text));
  call.storage().change(object)->type = llvm::cast<CXXConstructorDecl>(call.callee)->getParent();
  return call.ret(Value::object(object));
}

bool what(ModelCall& call) {
  const Object* object = ModelCall::object_of(call.self);
  if (object && !object->elements.empty()) return call.ret(object->elements[0]->value());
  // What std::exception itself says; the classes derived from it all say something else.
  if (object && object->type &&
      (call.machine.is_user_code(object->type) ||
       qualified_name(object->type) == "std::exception") &&
      qualified_name(llvm::cast<CXXMethodDecl>(call.callee)->getParent()) == "std::exception" &&
      !has_library_text(object->type))
    return call.ret(Value::string("std::exception"));
  return call.ret(Value::opaque(call.location(), "the text of this exception is not known"));
}

/// __builtin_expect(condition, likely): the condition.
bool first_argument(ModelCall& call) {
  Value value = call.args[0].value;
  return call.machine.convert(call.expr, call.callee->getReturnType(), value) && call.ret(value);
}

/// vector<bool>'s reference to an element.
bool bit_reference(ModelCall& call) {
  Location* bit = call.self.value.is(Value::Kind::Pointer) ? call.self.value.target() : nullptr;
  if (bit && bit->has_ended()) return call.machine.report_ended(call.expr, bit);
  if (call.name == "operator=" || call.name == "flip") {
    if (bit == nullptr) return call.unsupported(missing::reference_to_a_bit);
    Value value = call.name == "flip" ? bit->value() : call.args[0].value;
    if (value.is(Value::Kind::Pointer)) value = value.target()->value();
    if (call.name == "flip") {
      if (!value.is(Value::Kind::Int)) return call.report().not_known(call.expr, value, "this bit");
      value = Value::boolean(value.as_int() == 0);
    }
    call.storage().write(bit, value);
    call.result = {call.self.value, call.self.place};
    return true;
  }
  const Value value = bit ? bit->value() : call.self.value;
  if (call.name == "operator~") {
    if (!value.is(Value::Kind::Int)) return call.report().not_known(call.expr, value, "this bit");
    return call.ret(Value::boolean(value.as_int() == 0));
  }
  if (call.name.starts_with("operator=") || call.name == "operator<") {
    const auto& other = call.args[0].value;
    const Value right = other.is(Value::Kind::Pointer) ? other.target()->value() : other;
    Value result;
    return call.machine.arithmetic(call.expr, call.name == "operator<" ? BO_LT : BO_EQ, value,
                                   right, call.machine.context().BoolTy, result) &&
           call.ret(result);
  }
  return call.ret(value);
}

/// The library's own swap, where it has a body.
std::optional<bool> run_own_code(ModelCall& call) {
  const FunctionDecl* body = call.machine.definition(call.callee);
  if (body == nullptr) return std::nullopt;
  return call.machine.run_body(call.expr, body, nullptr, call.args, call.result);
}

/// Whether swap() of two such objects of `type` moves them as the user's code says: of a class of
/// the user's, or of an array of these.
bool is_moved_by_own_code(Machine& machine, QualType type, const Value& value) {
  const CXXRecordDecl* record = record_of(type);
  if (record && machine.runs(record) && value.is_object() &&
      value.object()->kind == Object::Kind::Class &&
      (!record->hasTrivialMoveConstructor() || !record->hasTrivialMoveAssignment()))
    return true;
  // Of an array, element by element.
  const auto* elements = machine.context().getAsArrayType(type);
  return machine.has_own_lifetime(elements ? machine.context().getBaseElementType(type)
                                  : is_std_class(record, "array") ? template_type(record, 0)
                                                                  : QualType());
}

bool are_containers(const CXXRecordDecl* record, const Value& left, const Value& right) {
  return left.is_object() && right.is_object() && record && record->isInStdNamespace() &&
         tuple_types(record).empty() && !is_std_class(record, "array") &&
         left.object()->kind == right.object()->kind;
}

/// Two containers: their elements go with all that is known of them.
void swap_containers(Storage& storage, const CXXRecordDecl* record, const Value& left,
                     const Value& right) {
  Object* a = storage.change(left.object());
  Object* b = storage.change(right.object());
  if (a->kind == Object::Kind::Sequence && !is_std_class(record, "list")) {
    storage.invalidate(a);
    storage.invalidate(b);
  }
  std::swap(a->elements, b->elements);
  std::swap(a->hidden, b->hidden);
  std::swap(a->room, b->room);
}

/// Whether the user's code runs for a part of a pair, a tuple or an array.
bool has_parts_with_own_code(Machine& machine, QualType type) {
  const CXXRecordDecl* record = record_of(type);
  llvm::SmallVector<QualType, 4> parts = tuple_types(record);
  if (is_std_class(record, "array")) parts.push_back(template_type(record, 0));
  if (type->isArrayType()) parts.push_back(type);
  return llvm::any_of(parts, [&](QualType part) { return exchanged_by_own_code(machine, part); });
}

bool swap(ModelCall& call) {
  for (Operand& operand : call.args)
    operand = referred_bit(call.machine, operand);
  if (call.args.size() != 2 || !call.args[0].place || !call.args[1].place)
    return call.unsupported();
  Machine& machine = call.machine;
  Storage& storage = machine.storage();
  Location* left = call.args[0].place;
  Location* right = call.args[1].place;
  if (left == right) return call.ret(Value::none());
  const QualType type = type_of(call.args[0]);
  const CXXRecordDecl* record = record_of(type);
  if (is_moved_by_own_code(machine, type, left->value()))
    if (const auto ok = run_own_code(call)) return *ok;
  // What these hold stands for them, and has a class of its own.
  if (is_std_class(record, "function") || is_std_class(record, "any")) {
    exchange_values(storage, left, right);
    return call.ret(Value::none());
  }
  if (is_std_class(record, "optional") || is_std_class(record, "variant")) {
    const auto ok = run_own_code(call);
    return ok ? *ok : call.unsupported(missing::this_swap);
  }
  // The weights of layers, as they are assigned.
  if (machine.graph().leaf_tensor(left) || machine.graph().leaf_tensor(right)) {
    const auto ok = run_own_code(call);
    return ok ? *ok : call.unsupported();
  }
  if (are_containers(record, left->value(), right->value())) {
    swap_containers(storage, record, left->value(), right->value());
    return call.ret(Value::none());
  }
  if (has_parts_with_own_code(machine, type))
    return call.unsupported(missing::swap_of_tuples_with_code);
  // Objects keep their places: what is swapped is what they hold.
  const Value first = storage.copy(left->value());
  storage.assign(left, storage.copy(right->value()));
  storage.assign(right, first);
  return call.ret(Value::none());
}

/// iter_swap(a, b): of what they point to.
bool iter_swap(ModelCall& call) {
  // Iterators of bits give objects that stand for a bit; all others what swap() takes.
  if (const CXXRecordDecl* record = record_of(type_of(call.args[0]));
      !is_std_class(record, "_Bit_iterator"))
    if (const FunctionDecl* body = call.machine.definition(call.callee))
      return call.machine.run_body(call.expr, body, nullptr, call.args, call.result);
  for (Operand& operand : call.args) {
    Result item;
    if (!call.machine.resolved_unary(call.expr, UO_Deref, operand, item)) return false;
    const QualType type = call.machine.resolved_type();
    Location* place = item.place ? item.place : call.storage().allocate(item.value);
    operand = operand_in(type, place);
  }
  return swap(call);
}

/// std::exchange(object, value)
bool exchange(ModelCall& call) {
  Location* place = call.args[0].place;
  if (place == nullptr) return call.unsupported();
  Machine& machine = call.machine;
  const QualType type = type_of(call.args[0]);
  // Unlike take, what cannot be moved is copied by its own code.
  Value old;
  if (!make_element(machine, call.expr, type, operand_in(type, place, /*movable=*/true), old))
    return false;
  return assign_element(machine, call.expr, place, type, call.args[1]) && call.ret(old);
}

/// An rvalue that is cast is emptied.
constexpr Contract casts = gives_access.but_writes(Part::Arguments);

} // namespace

extern const ModelTable std_utility_models = {
    {"std::{move,forward,as_const}", identity, gives_access},
    {"{std::,std::__,__builtin_}addressof", address_of, gives_access},
    {"std::make_{shared,unique}{,_for_overwrite}", make_shared, constructs},
    {"std::allocate_shared{,_for_overwrite}", make_shared, constructs},
    {"std::{static,dynamic,const,reinterpret}_pointer_cast", pointer_cast, casts},
    {"std::{runtime_error::runtime_error,range_error::range_error}", exception, constructs},
    {"std::overflow_error::overflow_error", exception, constructs},
    {"std::underflow_error::underflow_error", exception, constructs},
    {"std::{logic_error::logic_error,domain_error::domain_error}", exception, constructs},
    {"std::{length_error::length_error,out_of_range::out_of_range}", exception, constructs},
    {"std::invalid_argument::invalid_argument", exception, constructs},
    {"std::{exception,runtime_error,logic_error}::what", what, computes},
    {"std::swap", swap, exchanges},
    {"std::exchange", exchange, takes},
    {"std::iter_swap", iter_swap, fills},
    {"std::_Bit_reference::*", bit_reference, handles},
    {"__builtin_expect", first_argument, computes},
};

} // namespace fx::frontend
