// What is used behind its end: variables whose scope was left, what delete and smart pointers
// ended, elements that left their container or went on in another place.
#include "Frontend/Eval/Machine.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

void Machine::own_variable(QualType type, Location* location) {
  if (location) frames_.back().owned.push_back({location, type});
}

void Machine::end_variable(const OwnedObject& variable) {
  const CXXRecordDecl* record = variable.type.getNonReferenceType()->getAsCXXRecordDecl();
  // What it held that does nothing when it ends.
  if (record && is_handle_class(record) && !needs_destruction(variable.type)) {
    const Value held = variable.location->value();
    if (held.is(Value::Kind::Pointer) || held.is(Value::Kind::Iterator)) {
      storage_.write(variable.location, Value::none());
      release(nullptr, record, held);
    }
  }
  end_place(variable.type, variable.location);
}

void Machine::end_place(QualType type, Location* location) {
  const Value& value = location->value();
  const Object* object = value.is_object() ? value.object() : nullptr;
  // A module lives as long as something holds it, and of an object that goes on elsewhere the parts
  // do, too.
  if (object && (object->kind == Object::Kind::Module || object->self != location)) return;
  storage_.end(location);
  if (object == nullptr || type.isNull()) return;
  if (const auto* array = context_.getAsArrayType(type)) {
    for (Location* element : object->elements)
      end_place(array->getElementType(), element);
    return;
  }
  const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (record == nullptr || object->type == nullptr || is_handle_class(record)) return;
  if (object->kind == Object::Kind::Class && runs(record)) {
    for (const auto& [field, place] : object->fields)
      if (!field->getType()->isReferenceType()) end_place(field->getType(), place);
    return;
  }
  const llvm::SmallVector<QualType, 4> types = held_types(record);
  if (types.empty()) return;
  for (size_t i = 0; i < object->elements.size(); ++i) {
    const size_t at = object->kind == Object::Kind::Map ? i % 2 : object->is_tuple ? i : 0;
    const bool is_reference = i < 64 && (object->reference_elements >> i & 1) != 0;
    if (!is_reference && at < types.size()) end_place(types[at], object->elements[i]);
  }
}

bool Machine::report_ended(const Expr* where, const Location* place) {
  report_.error(where, diag::lifetime_is_over);
  report_.note(place->end(), "it ended, or its container moved it, here");
  return false;
}

bool Machine::is_valid(const Expr* where, const Value& iterator) {
  if (!iterator.is(Value::Kind::Iterator)) return true;
  const Invalidation* change = Storage::invalidated(iterator);
  if (change == nullptr) return shows_shape(where, iterator);
  report_.error(where, diag::iterator_without_meaning);
  report_.note(change->where, "the container changed here");
  return false;
}

bool Machine::shows_what_is_there(const Expr* where, QualType type, const Value& value) {
  const Location* source = value.is(Value::Kind::String) ? value.source() : nullptr;
  if (source == nullptr || type.isNull()) return true;
  type = type.getNonReferenceType();
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  const bool is_view =
      record && record->getIdentifier() && record->getName() == "basic_string_view";
  if (!is_view && !type->isPointerType()) return true;
  if (source->has_ended()) return report_ended(where, source);
  const Value& now = source->value();
  if (now.is(Value::Kind::None) && value.text().empty()) return true; // a view of nothing
  bool is_same = now.is(Value::Kind::String) && now.text() == value.text();
  if (now.is_object()) {
    const std::vector<Location*>& elements = now.object()->elements;
    is_same = elements.size() == value.text().size();
    for (size_t i = 0; i < elements.size() && is_same; ++i)
      is_same = elements[i]->value().is(Value::Kind::Int) &&
                static_cast<char>(elements[i]->value().as_int()) == value.text()[i];
  }
  return is_same || report_.error(where, diag::view_of_changed_text);
}

} // namespace fx::frontend
