// Tuples, pairs, optional, move and forward, make_shared, std::function, exceptions.
#include "Frontend/Models/Models.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

bool identity(ModelCall& call) {
  if (call.args.size() == 3) // std::move(first, last, to)
    return find_model("std::copy", nullptr)(call);
  call.result.place = call.args[0].place;
  return call.ret(call.args[0].value);
}

/// make_tuple, make_pair, tuple(...), pair(...): copies of the parts.
bool make_tuple(ModelCall& call) {
  Storage& storage = call.storage();
  while (!call.args.empty() && call.args.back().defaulted)
    call.args.pop_back();
  // Converting a tuple of one type to another.
  if (call.args.size() == 1) {
    if (call.args[0].value.is_node()) return call.ret(call.args[0].value);
    if (const Object* other = ModelCall::object_of(call.args[0]); other && other->is_tuple)
      return call.ret(storage.copy(call.args[0].value));
  }
  std::vector<Value> values;
  for (const Operand& operand : call.args)
    values.push_back(storage.copy(operand.value));
  if (values.empty())
    if (const auto* constructor = dyn_cast<CXXConstructorDecl>(call.callee))
      if (const auto* spec = dyn_cast<ClassTemplateSpecializationDecl>(constructor->getParent())) {
        // tuple<A, B>(): default values.
        const TemplateArgumentList& list = spec->getTemplateArgs();
        std::vector<TemplateArgument> types;
        for (const TemplateArgument& argument : list.asArray()) {
          if (argument.getKind() == TemplateArgument::Pack)
            types.insert(types.end(), argument.pack_begin(), argument.pack_end());
          else
            types.push_back(argument);
        }
        for (const TemplateArgument& type : types) {
          Value value;
          if (!call.machine.default_value(call.expr, type.getAsType(), value)) return false;
          values.push_back(value);
        }
      }
  return call.ret(Value::record(storage.sequence(std::move(values), /*is_tuple=*/true)));
}

/// std::tie(a, b): a tuple whose parts are the variables themselves.
bool tie(ModelCall& call) {
  Object* tuple = call.storage().create(Object::Kind::Sequence);
  tuple->is_tuple = true;
  for (const Operand& operand : call.args)
    tuple->elements.push_back(operand.place ? operand.place
                                            : call.storage().allocate(operand.value));
  return call.ret_place(tuple->self);
}

bool assign_tuple(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* to = ModelCall::object_of(call.self);
  const Value& from = call.args[0].value;
  if (from.is_node()) {
    if (to == nullptr) {
      if (call.self.place == nullptr) return call.unsupported();
      machine.storage().write(call.self.place, from);
      return call.ret_place(call.self.place);
    }
    // std::tie(a, b) = operator(...): one item a variable.
    for (size_t i = 0; i < to->elements.size(); ++i) {
      if (to->elements[i]->value().is(Value::Kind::Type)) continue; // std::ignore
      machine.storage().write(to->elements[i], machine.graph().get_item(call.expr, from.node(),
                                                                        static_cast<int64_t>(i)));
    }
    return call.ret_place(to->self);
  }
  if (to == nullptr) {
    if (call.self.place == nullptr) return call.unsupported();
    machine.storage().write(call.self.place, machine.storage().copy(from));
    return call.ret_place(call.self.place);
  }
  if (!from.is_record() || from.object()->elements.size() != to->elements.size())
    return call.unsupported("this assignment of a tuple");
  std::vector<Value> values;
  for (const Location* element : from.object()->elements)
    values.push_back(machine.storage().copy(element->value()));
  for (size_t i = 0; i < values.size(); ++i)
    if (!to->elements[i]->value().is(Value::Kind::Type))
      machine.storage().assign(to->elements[i], values[i]);
  return call.ret_place(to->self);
}

/// std::get<i>(tuple).
bool get(ModelCall& call) {
  Machine& machine = call.machine;
  const TemplateArgumentList* arguments = call.callee->getTemplateSpecializationArgs();
  if (arguments == nullptr || arguments->size() == 0) return call.unsupported();
  const Operand& operand = call.args[0];
  int64_t index = -1;
  if ((*arguments)[0].getKind() == TemplateArgument::Integral) {
    index = (*arguments)[0].getAsIntegral().getExtValue();
  } else if ((*arguments)[0].getKind() == TemplateArgument::Type) {
    // std::get<T>: the place of T among the parts.
    const auto* spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record_of(operand.type));
    if (spec && spec->getTemplateArgs().size() > 0) {
      int64_t at = 0;
      for (const TemplateArgument& argument : spec->getTemplateArgs().asArray()) {
        llvm::ArrayRef<TemplateArgument> pack = argument;
        if (argument.getKind() == TemplateArgument::Pack) pack = argument.pack_elements();
        for (const TemplateArgument& type : pack) {
          if (machine.context().hasSameType(type.getAsType(), (*arguments)[0].getAsType()))
            index = at;
          ++at;
        }
      }
    }
  }
  if (index < 0) return call.unsupported("this std::get");
  if (operand.value.is_node())
    return call.ret(machine.graph().get_item(call.expr, operand.value.node(), index));
  if (operand.value.is(Value::Kind::Opaque)) return call.ret(operand.value);
  const Object* tuple = ModelCall::object_of(operand);
  if (tuple == nullptr || static_cast<size_t>(index) >= tuple->elements.size())
    return call.unsupported("this std::get");
  return call.ret_place(tuple->elements[static_cast<size_t>(index)]);
}

/// make_shared<T>(...), make_unique<T>(...): Clang resolves the constructor.
bool make_shared(ModelCall& call) {
  const TemplateArgumentList* arguments = call.callee->getTemplateSpecializationArgs();
  if (arguments == nullptr) return call.unsupported();
  const QualType type = (*arguments)[0].getAsType();
  Result made;
  if (!call.machine.construct_resolved(call.expr, type, call.args, made)) return false;
  if (made.value.is_record()) return call.ret(Value::pointer(made.value.object()->self));
  return call.ret(Value::pointer(call.storage().allocate(made.value)));
}

bool pointer_cast(ModelCall& call) {
  const Value& value = call.args[0].value;
  if (call.name == "static_pointer_cast" || !value.is(Value::Kind::Pointer)) return call.ret(value);
  const TemplateArgumentList* arguments = call.callee->getTemplateSpecializationArgs();
  const CXXRecordDecl* wanted = arguments ? record_of((*arguments)[0].getAsType()) : nullptr;
  const Value target = value.target()->value();
  if (!wanted || !target.is_record() || !target.object()->type) return call.unsupported();
  const CXXRecordDecl* actual = target.object()->type;
  const bool matches =
      actual->getCanonicalDecl() == wanted->getCanonicalDecl() || actual->isDerivedFrom(wanted);
  return call.ret(matches ? value : Value::none());
}

/// Classes that hold one value or none: optional, function, reference_wrapper.
bool hold(ModelCall& call) {
  while (!call.args.empty() && call.args.back().defaulted)
    call.args.pop_back();
  if (call.args.empty()) return call.ret(Value::none());
  if (call.args.size() != 1) return call.unsupported();
  return call.ret(call.storage().copy(call.args[0].value));
}

bool optional_method(ModelCall& call) {
  Machine& machine = call.machine;
  const Value& value = call.self.value;
  const bool empty = value.is(Value::Kind::None) || value.is(Value::Kind::Uninitialized);
  if (call.name == "has_value" || call.name == "operator bool")
    return call.ret(Value::boolean(!empty));
  if (call.name == "value_or")
    return call.ret(call.storage().copy(empty ? call.args[0].value : value));
  if (call.name == "operator=" || call.name == "emplace" || call.name == "reset") {
    if (call.self.place == nullptr) return call.unsupported();
    machine.storage().write(call.self.place, call.args.empty()
                                                 ? Value::none()
                                                 : machine.storage().copy(call.args[0].value));
    return call.ret_place(call.self.place);
  }
  if (call.name == "value" || call.name == "operator*" || call.name == "operator->") {
    if (empty) return call.error("an empty optional is read here");
    if (call.name == "operator->")
      return call.ret(
          Value::pointer(call.self.place ? call.self.place : machine.storage().allocate(value)));
    if (call.self.place) return call.ret_place(call.self.place);
    return call.ret(value);
  }
  return call.unsupported(fmt::format("'{}' of an optional", call.name));
}

bool function_call(ModelCall& call) {
  if (call.name == "operator()")
    return call.machine.call_value(call.expr, call.self.value, call.args, call.result);
  if (call.name == "operator bool")
    return call.ret(Value::boolean(!call.self.value.is(Value::Kind::None)));
  if (call.name == "operator=" && call.self.place) {
    call.storage().write(call.self.place, call.storage().copy(call.args[0].value));
    return call.ret_place(call.self.place);
  }
  return call.unsupported();
}

/// Exceptions keep their message, for the diagnostic when nobody catches them.
bool exception(ModelCall& call) {
  std::vector<Value> text;
  if (!call.args.empty()) text.push_back(call.args[0].value);
  const Object* object = call.storage().sequence(std::move(text));
  call.storage().change(object)->type = llvm::cast<CXXConstructorDecl>(call.callee)->getParent();
  return call.ret(Value::record(object));
}

bool what(ModelCall& call) {
  const Object* object = ModelCall::object_of(call.self);
  return call.ret(object && !object->elements.empty() ? object->elements[0]->value()
                                                      : Value::string(""));
}

/// __builtin_expect(condition, likely): the condition.
bool first_argument(ModelCall& call) {
  Value value = call.args[0].value;
  return call.machine.convert(call.expr, call.callee->getReturnType(), value) && call.ret(value);
}

/// vector<bool>'s reference to an element: the element.
bool bit_reference(ModelCall& call) {
  if (call.name != "operator=") return call.ret(call.self.value);
  if (call.self.place == nullptr) return call.unsupported();
  call.storage().write(call.self.place, call.args[0].value);
  return call.ret_place(call.self.place);
}

/// memcpy(to, from, n): of numbers in arrays of one type, whole elements.
bool copy_memory(ModelCall& call) {
  Machine& machine = call.machine;
  const auto element_type = [](const Operand& operand) {
    const QualType type = operand.expr->IgnoreParenCasts()->getType();
    return QualType(type->getPointeeOrArrayElementType(), 0)
        .getCanonicalType()
        .getUnqualifiedType();
  };
  const auto elements = [&](const Operand& operand, size_t& first) -> const Object* {
    Value value = operand.value;
    if (value.is(Value::Kind::Pointer)) value = value.target()->value();
    first = value.is(Value::Kind::Iterator) ? static_cast<size_t>(value.index()) : 0;
    return value.is(Value::Kind::Iterator) || value.is_record() ? value.object() : nullptr;
  };
  machine.oracle().settle(call.args[2].expr, call.args[2].value);
  size_t to_first = 0;
  size_t from_first = 0;
  const Object* to = elements(call.args[0], to_first);
  const Object* from = elements(call.args[1], from_first);
  const QualType type = element_type(call.args[0]);
  if (to == nullptr || from == nullptr || !type->isArithmeticType() ||
      type != element_type(call.args[1]) || !call.args[2].value.is(Value::Kind::Int))
    return call.unsupported("copying this memory");
  const auto size = static_cast<size_t>(call.args[2].value.as_int());
  const auto width = static_cast<size_t>(machine.context().getTypeSizeInChars(type).getQuantity());
  const size_t count = size / width;
  if (size % width != 0 || to_first + count > to->elements.size() ||
      from_first + count > from->elements.size())
    return call.error("this copies more than there is, or a part of a number");
  std::vector<Value> values;
  values.reserve(count);
  for (size_t i = 0; i < count; ++i)
    values.push_back(from->elements[from_first + i]->value());
  for (size_t i = 0; i < count; ++i)
    machine.storage().write(to->elements[to_first + i], values[i]);
  return call.ret(call.args[0].value);
}

bool swap(ModelCall& call) {
  if (!call.args[0].place || !call.args[1].place) return call.unsupported();
  // Objects keep their places: what is swapped is what they hold.
  Storage& storage = call.storage();
  const Value first = storage.copy(call.args[0].place->value());
  storage.assign(call.args[0].place, storage.copy(call.args[1].place->value()));
  storage.assign(call.args[1].place, first);
  return call.ret(Value::none());
}

} // namespace

ModelTable std_utility_models() {
  static const ModelEntry table[] = {
      {"std::move", identity},
      {"std::forward", identity},
      {"std::as_const", identity},
      {"std::ref", identity},
      {"std::cref", identity},
      {"std::make_tuple", make_tuple},
      {"std::make_pair", make_tuple},
      {"std::forward_as_tuple", tie},
      {"std::tuple::tuple", make_tuple},
      {"std::pair::pair", make_tuple},
      {"std::tuple::operator=", assign_tuple},
      {"std::pair::operator=", assign_tuple},
      {"std::tie", tie},
      {"std::get", get},
      {"std::make_shared", make_shared},
      {"std::make_unique", make_shared},
      {"std::static_pointer_cast", pointer_cast},
      {"std::dynamic_pointer_cast", pointer_cast},
      {"std::optional::optional", hold},
      {"c10::optional::optional", hold},
      {"std::optional::*", optional_method},
      {"c10::optional::*", optional_method},
      {"std::make_optional", identity},
      {"c10::make_optional", identity},
      {"std::function::function", hold},
      {"std::function::*", function_call},
      {"std::runtime_error::runtime_error", exception},
      {"std::logic_error::logic_error", exception},
      {"std::invalid_argument::invalid_argument", exception},
      {"std::out_of_range::out_of_range", exception},
      {"std::domain_error::domain_error", exception},
      {"std::exception::what", what},
      {"std::runtime_error::what", what},
      {"std::logic_error::what", what},
      {"std::swap", swap},
      {"memcpy", copy_memory},
      {"std::memcpy", copy_memory},
      {"memmove", copy_memory},
      {"std::memmove", copy_memory},
      {"std::_Bit_reference::*", bit_reference},
      {"__builtin_expect", first_argument},
  };
  return table;
}

} // namespace fx::frontend
