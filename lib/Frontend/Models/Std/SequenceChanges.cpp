// What changes a sequence of the standard library: elements that come, go and change places.
#include "Frontend/Models/Std/Sequence.h"

using namespace clang;

namespace fx::frontend {

namespace {

/// The element that the arguments from number `first` on make.
bool emplaced(ModelCall& call, const Object& self, size_t first, Value& value) {
  return make_element(call.machine, call.expr, element_type(self.type),
                      llvm::ArrayRef<Operand>(call.args).drop_front(first), value);
}

/// Elements come or go at index `at` of a vector or deque: what stands behind moves, and iterators
/// to it lose their meaning. In a deque, all that are there where this is not at an end.
void shift(ModelCall& call, const Object& self, size_t at, bool at_end) {
  Storage& storage = call.storage();
  const bool is_deque = is_std_class(self.type, "deque");
  if (is_deque && !at_end && at > 0)
    storage.relocate_elements(&self);
  else if (!is_deque)
    storage.relocate_elements(&self, at);
  storage.invalidate(&self, is_deque ? 0 : at);
}

/// Other elements in the place of those that a container has. As many as there is room for in the
/// memory of a vector are assigned there.
bool replace(ModelCall& call, const Object& self, std::vector<Location*> elements) {
  Machine& machine = call.machine;
  const QualType type = element_type(self.type);
  const bool anew =
      is_std_class(self.type, "vector") && elements.size() > machine.capacity(self, type);
  const size_t kept = anew ? 0 : std::min(self.elements.size(), elements.size());
  if (!machine.end_elements(call.expr, &self, type, kept, self.elements.size())) return false;
  for (size_t i = 0; i < kept; ++i) {
    machine.storage().assign(self.elements[i], elements[i]->value(), /*moves=*/true);
    elements[i] = self.elements[i];
  }
  Object* changed = machine.storage().change(&self);
  if (elements.size() > changed->room) changed->room = 0; // as many as there are
  changed->elements = std::move(elements);
  return true;
}

/// Element by element, as std::swap does it.
bool swap_arrays(ModelCall& call, const Object& self, const Object& other) {
  Machine& machine = call.machine;
  const QualType type = element_type(self.type);
  for (size_t i = 0; i < self.elements.size() && i < other.elements.size(); ++i) {
    Value held;
    if (!machine.move_out(call.expr, type, self.elements[i], held)) return false;
    Location* place = call.storage().allocate(held);
    if (!assign_element(machine, call.expr, self.elements[i], type,
                        operand_in(type, other.elements[i], /*movable=*/true)) ||
        !assign_element(machine, call.expr, other.elements[i], type,
                        operand_in(type, place, /*movable=*/true)) ||
        !machine.destroy_value(call.expr, type, place))
      return false;
  }
  return call.ret(Value::none());
}

bool flip_bit(ModelCall& call, Location* element) {
  if (!element->value().is(Value::Kind::Int))
    return call.report().not_known(call.expr, element->value(), "this bit");
  call.storage().write(element, Value::boolean(element->value().as_int() == 0));
  return true;
}

} // namespace

bool shows_assignment(const Machine& machine, QualType type) {
  return !type.isNull() && (machine.has_own_lifetime(type) || exchanged_by_own_code(machine, type));
}

bool assign_elements(ModelCall& call, const Object& self, llvm::ArrayRef<Operand> from) {
  Machine& machine = call.machine;
  const QualType type = element_type(self.type);
  const size_t size = self.elements.size();
  const bool anew = is_std_class(self.type, "vector") && from.size() > machine.capacity(self, type);
  const size_t kept = anew ? 0 : std::min(size, from.size());
  for (size_t i = 0; i < kept; ++i)
    if (!assign_element(machine, call.expr, self.elements[i], type, from[i])) return false;
  const size_t unfinished = machine.unfinished();
  std::vector<Location*> added;
  for (const Operand& operand : from.drop_front(kept)) {
    Value value;
    if (!make_element(machine, call.expr, type, operand, value)) return false;
    added.push_back(machine.storage().allocate(value));
    machine.own_element(type, added.back(), unfinished);
  }
  machine.finish(unfinished, added);
  if (kept < size && !machine.end_elements(call.expr, &self, type, kept, size)) return false;
  Object* changed = machine.storage().change(&self);
  changed->elements.resize(kept);
  changed->elements.insert(changed->elements.end(), added.begin(), added.end());
  if (anew) changed->room = 0; // as many as there are
  return true;
}

bool push_back(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* self = changed_sequence(call);
  if (self == nullptr) return call.unsupported(missing::appending_to_this_value);
  Value value;
  if (!emplaced(call, *self, 0, value)) return false;
  Location* location = machine.storage().allocate(value);
  const size_t unfinished = machine.unfinished();
  if (const QualType type = element_type(self->type); !type.isNull()) {
    machine.own(type, location);
    if (!machine.make_room(call.expr, self, type, 1)) return false;
    machine.finish(unfinished, location);
  }
  const bool front = call.name == "push_front" || call.name == "emplace_front";
  if (is_std_class(self->type, "deque")) machine.storage().invalidate(self);
  machine.storage().change(self)->elements.insert(
      front ? self->elements.begin() : self->elements.end(), location);
  return call.ret_place(location);
}

bool pop(ModelCall& call) {
  const Object* self = changed_sequence(call);
  if (self == nullptr) return call.unsupported();
  if (self->elements.empty()) return call.error(diag::empty_container_read);
  const size_t dying = call.name == "pop_front" ? 0 : self->elements.size() - 1;
  if (!call.machine.end_elements(call.expr, self, element_type(self->type), dying, dying + 1))
    return false;
  // A deque's other iterators keep what they name, which an index does not.
  if (call.name == "pop_front" && !is_list(*self)) call.storage().invalidate(self);
  if (call.name == "pop_front")
    call.storage().change(self)->elements.erase(self->elements.begin());
  else
    call.storage().change(self)->elements.pop_back();
  return call.ret(Value::none());
}

bool clear(ModelCall& call) {
  const Object* self = changed_sequence(call);
  if (self == nullptr) return call.unsupported();
  if (!call.machine.end_elements(call.expr, self, element_type(self->type), 0,
                                 self->elements.size()))
    return false;
  call.storage().change(self)->elements.clear();
  return call.ret(Value::none());
}

bool erase(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* self = changed_sequence(call);
  if (self == nullptr) return call.unsupported(missing::this_erasure);
  int64_t first = 0;
  if (!position(call, call.args[0], *self, first)) return false;
  int64_t last = first + 1;
  if (call.args.size() > 1 && !position(call, call.args[1], *self, last)) return false;
  if (last < first || last > static_cast<int64_t>(self->elements.size()))
    return call.error(diag::iterator_at_the_end);
  const QualType type = element_type(self->type);
  const bool is_list = self->type && qualified_name(self->type) == "std::list";
  if (!is_list && static_cast<size_t>(last) < self->elements.size() &&
      call.machine.has_own_lifetime(type))
    return call.unsupported(missing::erase_among_objects_with_code);
  if (!call.machine.end_elements(call.expr, self, type, static_cast<size_t>(first),
                                 static_cast<size_t>(last)))
    return false;
  const bool at_end = static_cast<size_t>(last) == self->elements.size();
  std::vector<Location*>& elements = machine.storage().change(self)->elements;
  elements.erase(elements.begin() + first, elements.begin() + last);
  // A vector moves what stands behind; a deque whichever part is shorter.
  if (!is_list && first != last) shift(call, *self, static_cast<size_t>(first), at_end);
  return call.ret(iterator_at(call, *self, first));
}

/// assign: a new container in the old one's place.
bool refill(ModelCall& call) {
  const Object* self = changed_sequence(call);
  if (self == nullptr) return call.unsupported(missing::this_assignment);
  if (shows_assignment(call.machine, element_type(self->type))) {
    std::vector<Operand> operands;
    return given_operands(call, 0, operands) && assign_elements(call, *self, operands) &&
           call.ret(Value::none());
  }
  std::vector<Location*> elements;
  return given_elements(call, *self, 0, elements) && replace(call, *self, std::move(elements)) &&
         call.ret(Value::none());
}

/// container = other, or = {elements}.
bool assign_sequence(ModelCall& call) {
  const Object* self = sequence(call);
  if (self && self->type &&
      is_std_class(record_of(call.callee->getParamDecl(0)->getType()), "initializer_list")) {
    std::vector<Operand> operands;
    std::vector<Location*> elements;
    if (shows_assignment(call.machine, element_type(self->type))
            ? !given_operands(call, 0, operands) || !assign_elements(call, *self, operands)
            : !given_elements(call, *self, 0, elements) ||
                  !replace(call, *self, std::move(elements)))
      return false;
    return call.ret_place(call.self.place ? call.self.place : self->self);
  }
  return assign_container(call);
}

bool reserve(ModelCall& call) {
  const Object* self = sequence(call);
  const Value& room = call.args[0].value;
  if (self && is_std_class(self->type, "vector") && room.is(Value::Kind::Int)) {
    const QualType type = element_type(self->type);
    const auto size = static_cast<uint64_t>(
        type->isBooleanType() ? 1 : call.machine.context().getTypeSizeInChars(type).getQuantity());
    const auto wanted = static_cast<uint64_t>(room.as_int());
    if (wanted > static_cast<uint64_t>(INT64_MAX) / std::max<uint64_t>(size, 1))
      return raise_std(call, "length_error", "vector::reserve");
    if (wanted > 100'000'000) return call.error(diag::container_too_large);
  }
  if (self && room.is(Value::Kind::Int) &&
      !call.machine.make_room(call.expr, self, element_type(self->type), 0,
                              static_cast<size_t>(room.as_int())))
    return false;
  return call.ret(Value::none());
}

bool capacity(ModelCall& call) {
  const Object* self = sequence(call);
  if (self == nullptr) return call.unsupported(missing::capacity_of_this_value);
  const size_t room = call.machine.capacity(*self, element_type(self->type));
  return call.ret(Value::integer(static_cast<int64_t>(room), 64, false));
}

bool shrink_to_fit(ModelCall& call) {
  const Object* self = sequence(call);
  if (self == nullptr || !is_std_class(self->type, "vector")) return call.ret(Value::none());
  const QualType type = element_type(self->type);
  if (self->room <= self->elements.size()) return call.ret(Value::none());
  if (call.machine.has_own_lifetime(type))
    return call.unsupported(missing::shrink_among_objects_with_code);
  Storage& storage = call.storage();
  storage.relocate_elements(self);
  storage.invalidate(self);
  storage.change(self)->room = 0;
  return call.ret(Value::none());
}

bool resize(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* self = changed_sequence(call);
  concretize_size(call);
  if (self == nullptr || !call.args[0].value.is(Value::Kind::Int)) return call.unsupported();
  const auto wanted = static_cast<size_t>(call.args[0].value.as_int());
  if (wanted > 1'000'000) return call.error(diag::container_too_large);
  const QualType type = element_type(self->type);
  if (wanted < self->elements.size()
          ? !machine.end_elements(call.expr, self, type, wanted, self->elements.size())
          : !machine.make_room(call.expr, self, type, wanted - self->elements.size()))
    return false;
  const size_t unfinished = machine.unfinished();
  std::vector<Location*> added;
  while (self->elements.size() + added.size() < wanted) {
    Value value;
    if (!make_element(machine, call.expr, type, llvm::ArrayRef<Operand>(call.args).drop_front(),
                      value))
      return false;
    added.push_back(machine.storage().allocate(value));
    machine.own_element(type, added.back(), unfinished);
  }
  machine.finish(unfinished, added);
  Object* changed = machine.storage().change(self);
  if (wanted < changed->elements.size()) changed->elements.resize(wanted);
  changed->elements.insert(changed->elements.end(), added.begin(), added.end());
  return call.ret(Value::none());
}

bool insert(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* self = changed_sequence(call);
  int64_t at = 0;
  if (self == nullptr || call.args.empty()) return call.unsupported(missing::this_insertion);
  if (!position(call, call.args[0], *self, at)) return false;
  // A vector and a deque move what stands behind, and as often as their room asks for.
  if (!is_list(*self) && machine.has_own_lifetime(element_type(self->type)))
    return call.unsupported(missing::insert_among_objects_with_code);
  std::vector<Location*> added;
  if (call.name == "emplace") {
    Value value;
    if (!emplaced(call, *self, 1, value)) return false;
    added.push_back(machine.storage().allocate(value));
  } else if (call.args.size() < 2 || !given_elements(call, *self, 1, added)) {
    return call.args.size() < 2 ? call.unsupported(missing::this_insertion) : false;
  }
  const bool inside = at > 0 && static_cast<size_t>(at) < self->elements.size();
  if (added.empty() && inside && is_std_class(self->type, "deque") &&
      !element_type(self->type).isTriviallyCopyableType(machine.context()))
    return call.unsupported(missing::insert_nothing_into_a_deque);
  if (!machine.make_room(call.expr, self, element_type(self->type), added.size())) return false;
  if (!is_list(*self) && !added.empty())
    shift(call, *self, static_cast<size_t>(at), static_cast<size_t>(at) == self->elements.size());
  machine.storage().change(self)->elements.insert(self->elements.begin() + at, added.begin(),
                                                  added.end());
  return call.ret(iterator_at(call, *self, at));
}

bool swap_contents(ModelCall& call) {
  const Object* self = changed_sequence(call);
  const Object* other = ModelCall::object_of(call.args[0]);
  if (self == nullptr || other == nullptr) return call.unsupported();
  if (is_std_class(self->type, "array")) return swap_arrays(call, *self, *other);
  Storage& storage = call.storage();
  // Iterators go with the elements, which indices do not.
  for (const Object* one : {self, other})
    if (!is_list(*one)) storage.invalidate(one);
  std::swap(storage.change(self)->elements, storage.change(other)->elements);
  std::swap(storage.change(self)->room, storage.change(other)->room);
  return call.ret(Value::none());
}

bool fill(ModelCall& call) {
  const Object* self = changed_sequence(call);
  if (self == nullptr) return call.unsupported();
  for (Location* element : self->elements)
    if (!assign_element(call.machine, call.expr, element, element_type(self->type), call.args[0]))
      return false;
  return call.ret(Value::none());
}

/// vector<bool>::flip()
bool flip(ModelCall& call) {
  const Object* self = changed_sequence(call);
  if (self == nullptr) return call.unsupported();
  for (Location* element : self->elements)
    if (!flip_bit(call, element)) return false;
  return call.ret(Value::none());
}

} // namespace fx::frontend
