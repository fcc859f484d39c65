#include "Frontend/Eval/Storage.h"

namespace fx::frontend {

Location* Storage::allocate(Value value) {
  // A fresh object moves into the variable: its own place is that variable.
  if (value.is_record()) return value.object()->self;
  locations_.push_back({std::move(value)});
  return &locations_.back();
}

Object* Storage::create(Object::Kind kind, const clang::CXXRecordDecl* type) {
  objects_.emplace_back();
  Object* object = &objects_.back();
  object->kind = kind;
  object->type = type;
  locations_.push_back({Value::record(object)});
  object->self = &locations_.back();
  return object;
}

Object* Storage::sequence(std::vector<Value> values, bool is_tuple) {
  Object* object = create(Object::Kind::Sequence);
  object->is_tuple = is_tuple;
  object->elements.reserve(values.size());
  for (Value& value : values)
    object->elements.push_back(allocate(std::move(value)));
  return object;
}

Value Storage::copy(const Value& value) {
  if (!value.is_record() || value.object()->kind == Object::Kind::Module) return value;
  const Object& from = *value.object();
  Object* to = create(from.kind, from.type);
  to->is_tuple = from.is_tuple;
  to->element_names = from.element_names;
  llvm::DenseMap<const Location*, Location*> moved;
  for (const auto& [field, location] : from.fields) {
    // A captured or stored reference stays one: its location is shared.
    const bool reference = field->getType()->isReferenceType();
    Location* place = reference ? location : allocate(copy(location->value));
    to->fields[field] = place;
    moved[location] = place;
  }
  for (Location* element : from.elements)
    to->elements.push_back(allocate(copy(element->value)));
  for (const SetOption& option : from.options) {
    auto at = moved.find(option.location);
    to->options.push_back({option.name, at == moved.end() ? option.location : at->second,
                           option.constructor_argument});
  }
  return Value::record(to);
}

void Storage::assign(Location* to, const Value& value) {
  if (!value.is_record() || !to->value.is_record() || value.object() == to->value.object()) {
    to->value = value;
    return;
  }
  // The object keeps its place, so that references to it and to its fields see the new values.
  Object& target = *to->value.object();
  const Object& source = *value.object();
  if (target.kind == Object::Kind::Sequence && target.is_tuple &&
      target.elements.size() == source.elements.size()) {
    for (size_t i = 0; i < source.elements.size(); ++i)
      assign(target.elements[i], source.elements[i]->value);
    return;
  }
  target.kind = source.kind;
  target.type = source.type;
  target.is_tuple = source.is_tuple;
  target.elements = source.elements;
  target.element_names = source.element_names;
  target.options = source.options;
  for (const auto& [field, location] : source.fields) {
    auto [entry, fresh] = target.fields.try_emplace(field, location);
    if (!fresh) assign(entry->second, location->value);
  }
  // Options name locations of the source's fields: point them at ours.
  for (SetOption& option : target.options)
    for (const auto& [field, location] : source.fields)
      if (location == option.location) option.location = target.fields[field];
}

} // namespace fx::frontend
