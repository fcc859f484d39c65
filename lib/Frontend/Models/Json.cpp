// nlohmann::json: the values that models are configured with. Objects are maps, arrays sequences;
// what was read from a file is not known.
#include "Frontend/Models/Models.h"

#include "Frontend/Models/Keys.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// {{"a", 1}, {"b", 2}} is an object: every element is a pair that begins with text.
bool is_object_list(const Object& list) {
  return !list.elements.empty() && llvm::all_of(list.elements, [](const Location* element) {
    const Object* pair = element->value().is_object() ? element->value().object() : nullptr;
    return pair && pair->kind == Object::Kind::Sequence && pair->elements.size() == 2 &&
           pair->elements[0]->value().is(Value::Kind::String);
  });
}

Location* find(const Object& object, const Value& key) {
  for (size_t i = 0; i + 1 < object.elements.size(); i += 2)
    if (equal_keys(object.elements[i]->value(), key)) return object.elements[i + 1];
  return nullptr;
}

/// A value of C++, or an initializer list, as JSON.
Value as_json(Machine& machine, const Value& value) {
  if (!value.is_object() || value.object()->kind != Object::Kind::Sequence)
    return machine.storage().copy(value);
  const Object& list = *value.object();
  Storage& storage = machine.storage();
  if (!is_object_list(list)) {
    Object* array = storage.create(Object::Kind::Sequence);
    for (const Location* element : list.elements)
      array->elements.push_back(storage.allocate(as_json(machine, element->value())));
    return Value::object(array);
  }
  Object* object = storage.create(Object::Kind::Map);
  for (const Location* element : list.elements) {
    const Object& pair = *element->value().object();
    // Of two equal keys the first one counts.
    if (find(*object, pair.elements[0]->value())) continue;
    object->elements.push_back(storage.allocate(pair.elements[0]->value()));
    object->elements.push_back(storage.allocate(as_json(machine, pair.elements[1]->value())));
  }
  return Value::object(object);
}

bool construct(ModelCall& call) {
  drop_defaulted(call.args);
  if (call.args.empty()) return call.ret(Value::none());
  return call.ret(as_json(call.machine, call.args[0].value));
}

/// A part of an initializer list, as it is.
bool reference(ModelCall& call) {
  if (call.args.empty()) return call.ret(Value::none());
  return call.ret(call.args[0].value);
}

bool element(ModelCall& call) {
  Machine& machine = call.machine;
  const Value& key = call.args[0].value;
  const Object* json = ModelCall::object_of(call.self);
  if (json == nullptr && call.self.value.is(Value::Kind::None) && call.self.place &&
      call.name == "operator[]") {
    json = machine.storage().create(Object::Kind::Map); // null becomes an object
    machine.storage().write(call.self.place, Value::object(json));
  }
  if (json == nullptr) return call.unsupported(missing::element_of_this_json_value);
  if (key.is(Value::Kind::Int) && json->kind == Object::Kind::Sequence) {
    const auto at = static_cast<size_t>(key.as_int());
    if (at >= json->elements.size()) return call.error(diag::no_such_json_element, at);
    return call.ret_place(json->elements[at]);
  }
  if (!key.is(Value::Kind::String))
    return machine.report().not_known(call.args[0].expr, key, "a key of a JSON object");
  if (json->kind != Object::Kind::Map) return call.error(diag::no_json_object);
  if (Location* found = find(*json, key)) return call.ret_place(found);
  if (call.name == "at" || call.name == "value")
    return call.name == "value" ? call.ret(call.args[1].value)
                                : call.error(diag::no_such_json_key, key.text());
  Object* changed = machine.storage().change(json);
  changed->elements.push_back(machine.storage().allocate(key));
  changed->elements.push_back(machine.storage().allocate(Value::none()));
  return call.ret_place(json->elements.back());
}

/// get<T>() and the conversion to T.
bool convert(ModelCall& call) {
  Machine& machine = call.machine;
  const QualType type = call.callee->getReturnType().getNonReferenceType();
  Value value = machine.storage().copy(call.self.value);
  if (value.is_object()) {
    if (const CXXRecordDecl* record = type->getAsCXXRecordDecl())
      call.storage().change(value.object())->type = record;
    return call.ret(value);
  }
  return machine.convert(call.expr, type, value) && call.ret(value);
}

bool query(ModelCall& call) {
  Machine& machine = call.machine;
  if (isa<CXXConversionDecl>(call.callee)) return convert(call);
  const Value& value = call.self.value;
  const Object* json = ModelCall::object_of(call.self);
  const bool map = json && json->kind == Object::Kind::Map;
  if (call.name == "contains" || call.name == "count")
    return call.ret(Value::boolean(map && find(*json, call.args[0].value) != nullptr));
  if (call.name == "size")
    return call.ret(Value::integer(json
                                       ? static_cast<int64_t>(json->elements.size() / (map ? 2 : 1))
                                       : !value.is(Value::Kind::None),
                                   64, false));
  if (call.name == "empty")
    return call.ret(Value::boolean(json ? json->elements.empty() : value.is(Value::Kind::None)));
  if (call.name == "is_null") return call.ret(Value::boolean(value.is(Value::Kind::None)));
  if (call.name == "is_string") return call.ret(Value::boolean(value.is(Value::Kind::String)));
  if (call.name == "is_array") return call.ret(Value::boolean(json && !map));
  if (call.name == "is_object") return call.ret(Value::boolean(map));
  if (call.name == "is_boolean") return call.ret(Value::boolean(value.is_bool()));
  if (call.name == "is_number")
    return call.ret(Value::boolean(value.is_number() && !value.is_bool()));
  if (call.name == "operator=" && call.self.place) {
    machine.storage().write(call.self.place, as_json(machine, call.args[0].value));
    return call.ret_place(call.self.place);
  }
  if (call.name == "push_back" && json && !map) {
    machine.storage()
        .change(ModelCall::object_of(call.self))
        ->elements.push_back(machine.storage().allocate(as_json(machine, call.args[0].value)));
    return call.ret(Value::none());
  }
  if ((call.name == "begin" || call.name == "end") && json)
    return call.ret(
        Value::iterator(ModelCall::object_of(call.self),
                        call.name == "end" ? static_cast<int64_t>(json->elements.size()) : 0));
  return call.unsupported(missing::method_of_a_json_value, call.name);
}

bool compare(ModelCall& call) {
  const Value& left = call.args[0].value;
  const Value& right = call.args[1].value;
  if (is_unknown(left) || is_unknown(right)) return call.ret(is_unknown(left) ? left : right);
  if (left.is_object() || right.is_object())
    return call.unsupported(missing::comparing_json_arrays_or_objects);
  const bool both_null = left.is(Value::Kind::None) && right.is(Value::Kind::None);
  const bool equal = both_null || equal_keys(left, right);
  return call.ret(Value::boolean(equal == (call.name == "operator==")));
}

} // namespace

extern const ModelTable json_models = {
    {"nlohmann::basic_json::basic_json", construct, constructs},
    {"nlohmann::detail::json_ref::json_ref", reference, constructs},
    {"nlohmann::basic_json::{at,value}", element, gives_access},
    // A key of an object that is not there becomes one, with null for its value.
    {"nlohmann::basic_json::operator[]", element, gives_access.but_writes(Part::Self)},
    {"nlohmann::basic_json::get", convert, computes},
    {"nlohmann::basic_json::*", query, handles},
    {"nlohmann::operator{==,!=}", compare, computes},
};

} // namespace fx::frontend
