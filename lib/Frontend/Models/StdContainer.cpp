// Sequences of the standard library: vector, array, deque, list, initializer_list; also
// c10::ArrayRef, which looks into them.
#include "Frontend/Models/Models.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

bool assign_container(ModelCall& call) {
  if (call.self.place == nullptr) return call.unsupported();
  const Operand& from = call.args[0];
  call.storage().assign(call.self.place, from.place ? call.storage().copy(from.value) : from.value);
  return call.ret_place(call.self.place);
}

namespace {

const Object* sequence(ModelCall& call) {
  const Object* object = ModelCall::object_of(call.self);
  return object && object->kind == Object::Kind::Sequence ? object : nullptr;
}

/// The sequence that a change is about to be made to. A list that an operator returned becomes its
/// items, if --input tells how many there are.
const Object* changed_sequence(ModelCall& call) {
  Machine& machine = call.machine;
  const std::optional<int64_t> length =
      call.self.place ? machine.oracle().known_length(call.expr, call.self.value) : std::nullopt;
  if (length) {
    std::vector<Value> items;
    items.reserve(static_cast<size_t>(*length));
    for (int64_t i = 0; i < *length; ++i) {
      const Value& list = call.self.value;
      items.push_back(Value::node(machine.graph().get_item(call.expr, list.node(), i).node(),
                                  list.non_negative()));
    }
    call.self.value = Value::record(machine.storage().sequence(std::move(items)));
    machine.storage().write(call.self.place, call.self.value);
  }
  return sequence(call);
}

/// The element type T of vector<T>.
QualType element_type(const CXXRecordDecl* record) {
  if (const auto* spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record))
    return spec->getTemplateArgs()[0].getAsType();
  return {};
}

/// A size has to be known.
void settle_size(ModelCall& call) {
  if (!call.args.empty() && !call.args[0].type.isNull() &&
      call.args[0].type.getNonReferenceType()->isIntegerType())
    call.machine.oracle().settle(call.args[0].expr, call.args[0].value);
}

bool construct(ModelCall& call) {
  Machine& machine = call.machine;
  Storage& storage = machine.storage();
  settle_size(call);
  const auto* record = llvm::cast<CXXConstructorDecl>(call.callee)->getParent();
  while (!call.args.empty() && call.args.back().defaulted)
    call.args.pop_back();
  Object* made = storage.create(Object::Kind::Sequence, record);
  const auto copy_all = [&](const std::vector<Location*>& from, size_t begin, size_t end) {
    for (size_t i = begin; i < end && i < from.size(); ++i)
      made->elements.push_back(storage.allocate(storage.copy(from[i]->value())));
  };
  if (call.args.size() == 1 || call.args.size() == 2) {
    const Value& first = call.args[0].value;
    if (const Object* list = ModelCall::object_of(call.args[0]);
        list && list->kind == Object::Kind::Sequence) {
      copy_all(list->elements, 0, list->elements.size());
      return call.ret(Value::record(made));
    }
    if (call.args.size() == 2 && first.is(Value::Kind::Iterator) &&
        call.args[1].value.is(Value::Kind::Iterator)) {
      copy_all(first.object()->elements, static_cast<size_t>(first.index()),
               static_cast<size_t>(call.args[1].value.index()));
      return call.ret(Value::record(made));
    }
    if (first.is(Value::Kind::Int)) {
      constexpr int64_t limit = 1'000'000;
      if (first.as_int() < 0 || first.as_int() > limit)
        return call.error("a container of this size is not evaluated");
      for (int64_t i = 0; i < first.as_int(); ++i) {
        Value element;
        if (call.args.size() == 2)
          element = storage.copy(call.args[1].value);
        else if (!machine.default_value(call.expr, element_type(record), element))
          return false;
        made->elements.push_back(storage.allocate(element));
      }
      return call.ret(Value::record(made));
    }
    if (first.is_node() || first.is(Value::Kind::Opaque)) {
      // A copy of a list an operator returned; a size nobody knows.
      return first.is(Value::Kind::Opaque) || call.args.size() == 1
                 ? call.ret(first)
                 : machine.report().not_known(call.args[0].expr, first,
                                              "the size of this container");
    }
  }
  if (!call.args.empty()) return call.unsupported("this construction of a container");
  return call.ret(Value::record(made));
}

bool element(ModelCall& call) {
  Machine& machine = call.machine;
  int64_t index = 0;
  if (call.name == "operator[]" || call.name == "at") {
    Value position = call.args[0].value;
    if (!call.self.value.is_node()) machine.oracle().settle(call.args[0].expr, position);
    if (!position.is(Value::Kind::Int))
      return machine.report().not_known(call.args[0].expr ? call.args[0].expr : call.expr, position,
                                        "an index into a container");
    index = position.as_int();
  } else if (call.name == "back") {
    index = -1;
  }
  if (call.self.value.is_node())
    return call.ret(
        Value::node(machine.graph().get_item(call.expr, call.self.value.node(), index).node(),
                    call.self.value.non_negative())); // an element of sizes() is a size
  if (call.self.value.is(Value::Kind::Int) && index == 0) return call.ret(call.self.value);
  const Object* self = sequence(call);
  if (self == nullptr) return call.unsupported("an element of this value");
  const auto size = static_cast<int64_t>(self->elements.size());
  if (call.name == "back") index = size - 1;
  if (index < 0 || index >= size)
    return call.error(fmt::format("index {} is out of range: there are {} elements", index, size));
  return call.ret_place(self->elements[index]);
}

bool size(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* self = sequence(call);
  if (self == nullptr) {
    if (call.self.value.is_node()) {
      const Node& list = *call.self.value.node();
      if (const std::optional<int64_t> length = length_by_arguments(list))
        return call.ret(call.name == "empty" ? Value::boolean(*length == 0)
                                             : Value::integer(*length, 64, false));
      // x.sizes().size() is the number of dimensions.
      if (list.is_call_method("size") && list.args().size() == 1 && call.name != "empty")
        return call.ret(Value::node(
            machine.graph().emit(call.expr, Opcode::CallMethod, "dim", {Argument(list.arg(0))}),
            true));
      const Value length =
          Value::node(machine.graph().emit(call.expr, Opcode::CallFunction, "builtins.len",
                                           {Argument(call.self.value.node())}),
                      true);
      Value empty = length;
      return call.name != "empty" || machine.arithmetic(call.expr, BO_EQ, length, Value::integer(0),
                                                        machine.context().BoolTy, empty)
                 ? call.ret(empty)
                 : false;
    }
    return call.unsupported("the size of this value");
  }
  if (call.name == "empty") return call.ret(Value::boolean(self->elements.empty()));
  return call.ret(Value::integer(static_cast<int64_t>(self->elements.size()), 64, false));
}

/// The element that emplace's arguments from number `first` on make.
bool emplaced(ModelCall& call, const Object& self, size_t first, Value& value) {
  Machine& machine = call.machine;
  const QualType type = element_type(self.type);
  const bool direct = call.args.size() == first + 1 && call.args[first].expr && !type.isNull() &&
                      machine.context().hasSameUnqualifiedType(
                          call.args[first].expr->getType().getNonReferenceType(), type);
  if (direct) {
    value = machine.storage().copy(call.args[first].value);
    return true;
  }
  if (type.isNull()) return call.unsupported();
  if (call.args.size() == first && !record_of(type))
    return machine.default_value(call.expr, type, value);
  Result made;
  const llvm::SmallVector<Operand, 4> args(call.args.begin() + first, call.args.end());
  if (!machine.construct_resolved(call.expr, type, args, made)) return false;
  value = made.value;
  return true;
}

bool push_back(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* self = changed_sequence(call);
  if (self == nullptr) return call.unsupported("appending to this value");
  Value value;
  if (call.name == "emplace_back" || call.name == "emplace_front") {
    if (!emplaced(call, *self, 0, value)) return false;
  } else {
    value = machine.storage().copy(call.args[0].value);
  }
  Location* location = machine.storage().allocate(value);
  const bool front = call.name == "push_front" || call.name == "emplace_front";
  machine.storage().change(self)->elements.insert(
      front ? self->elements.begin() : self->elements.end(), location);
  return call.ret_place(location);
}

bool pop(ModelCall& call) {
  const Object* self = changed_sequence(call);
  if (self == nullptr) return call.unsupported();
  if (self->elements.empty()) return call.error("this container is empty");
  if (call.name == "pop_front")
    call.storage().change(self)->elements.erase(self->elements.begin());
  else
    call.storage().change(self)->elements.pop_back();
  return call.ret(Value::none());
}

bool clear(ModelCall& call) {
  const Object* self = changed_sequence(call);
  if (self == nullptr) return call.unsupported();
  call.storage().change(self)->elements.clear();
  return call.ret(Value::none());
}

bool erase(ModelCall& call) {
  const Object* self = changed_sequence(call);
  if (self == nullptr || !call.args[0].value.is(Value::Kind::Iterator))
    return call.unsupported("this erasure");
  const int64_t first = call.args[0].value.index();
  const int64_t last = call.args.size() > 1 ? call.args[1].value.index() : first + 1;
  if (first < 0 || last < first || last > static_cast<int64_t>(self->elements.size()))
    return call.error("this iterator is at the end");
  call.storage().change(self)->elements.erase(self->elements.begin() + first,
                                              self->elements.begin() + last);
  return call.ret(Value::iterator(self, first));
}

/// Copies of what the arguments of insert and assign name from number `first` on. The overload
/// tells what they are, not their values: one value may itself be a list.
bool given_elements(ModelCall& call, size_t first, std::vector<Location*>& elements) {
  Machine& machine = call.machine;
  Storage& storage = machine.storage();
  const auto copy_all = [&](llvm::ArrayRef<Location*> from) {
    for (const Location* element : from)
      elements.push_back(storage.allocate(storage.copy(element->value())));
    return true;
  };
  const size_t count = call.args.size() - first;
  const QualType type = call.callee->getParamDecl(first)->getType();
  if (count == 1) {
    const CXXRecordDecl* record = type->isReferenceType() ? nullptr : record_of(type);
    if (record == nullptr || qualified_name(record) != "std::initializer_list") {
      elements.push_back(storage.allocate(storage.copy(call.args[first].value)));
      return true;
    }
    const Object* list = ModelCall::object_of(call.args[first]);
    if (list == nullptr || list->kind != Object::Kind::Sequence)
      return machine.report().not_known(call.args[first].expr, call.args[first].value, "this list");
    return copy_all(list->elements);
  }
  if (count != 2) return call.unsupported("these arguments of a container");
  Value& from = call.args[first].value;
  const Value& last = call.args[first + 1].value;
  if (type->isIntegerType()) {
    constexpr int64_t limit = 1'000'000;
    machine.oracle().settle(call.args[first].expr, from);
    if (!from.is(Value::Kind::Int))
      return machine.report().not_known(call.args[first].expr, from, "this number of elements");
    if (from.as_int() < 0 || from.as_int() > limit)
      return call.error("a container of this size is not evaluated");
    for (int64_t i = 0; i < from.as_int(); ++i)
      elements.push_back(storage.allocate(storage.copy(last)));
    return true;
  }
  if (!from.is(Value::Kind::Iterator) || !last.is(Value::Kind::Iterator) ||
      from.object() != last.object())
    return call.unsupported("this range");
  const llvm::ArrayRef<Location*> source = from.object()->elements;
  if (from.index() < 0 || last.index() < from.index() ||
      last.index() > static_cast<int64_t>(source.size()))
    return call.error("this range ends before it begins or after its container");
  return copy_all(source.slice(from.index(), last.index() - from.index()));
}

/// assign: a new container in the old one's place.
bool refill(ModelCall& call) {
  const Object* self = changed_sequence(call);
  if (self == nullptr) return call.unsupported("this assignment");
  std::vector<Location*> elements;
  if (!given_elements(call, 0, elements)) return false;
  call.storage().change(self)->elements = std::move(elements);
  return call.ret(Value::none());
}

bool nothing(ModelCall& call) {
  return call.ret(Value::none());
}

bool resize(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* self = changed_sequence(call);
  settle_size(call);
  if (self == nullptr || !call.args[0].value.is(Value::Kind::Int)) return call.unsupported();
  const auto wanted = static_cast<size_t>(call.args[0].value.as_int());
  if (wanted > 1'000'000) return call.error("a container of this size is not evaluated");
  Object* changed = machine.storage().change(self);
  while (self->elements.size() > wanted)
    changed->elements.pop_back();
  while (self->elements.size() < wanted) {
    Value value;
    if (call.args.size() == 2)
      value = machine.storage().copy(call.args[1].value);
    else if (!machine.default_value(call.expr, element_type(self->type), value))
      return false;
    changed->elements.push_back(machine.storage().allocate(value));
  }
  return call.ret(Value::none());
}

bool iterator(ModelCall& call) {
  const Object* self = changed_sequence(call);
  if (self == nullptr) {
    if (call.args.size() == 1) self = ModelCall::object_of(call.args[0]); // std::begin(v)
    if (self == nullptr || self->kind == Object::Kind::Map)
      return call.unsupported("iterating over this value");
  }
  const bool end = llvm::StringRef(call.name).ends_with("end");
  return call.ret(Value::iterator(self, end ? static_cast<int64_t>(self->elements.size()) : 0));
}

/// rbegin, rend: an iterator into a list of the same places in reverse.
bool reverse_iterator(ModelCall& call) {
  const Object* self = changed_sequence(call);
  if (self == nullptr) return call.unsupported("iterating over this value");
  Object* reversed = call.storage().create(Object::Kind::Sequence);
  reversed->elements.assign(self->elements.rbegin(), self->elements.rend());
  const bool end = llvm::StringRef(call.name).ends_with("end");
  return call.ret(
      Value::iterator(reversed, end ? static_cast<int64_t>(reversed->elements.size()) : 0));
}

bool insert(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* self = changed_sequence(call);
  if (self == nullptr || call.args.empty() || !call.args[0].value.is(Value::Kind::Iterator))
    return call.unsupported("this insertion");
  const int64_t at = call.args[0].value.index();
  if (call.args[0].value.object() != self || at < 0 ||
      at > static_cast<int64_t>(self->elements.size()))
    return call.error("this iterator is not of the container");
  std::vector<Location*> added;
  if (call.name == "emplace") {
    Value value;
    if (!emplaced(call, *self, 1, value)) return false;
    added.push_back(machine.storage().allocate(value));
  } else if (call.args.size() < 2 || !given_elements(call, 1, added)) {
    return call.args.size() < 2 ? call.unsupported("this insertion") : false;
  }
  machine.storage().change(self)->elements.insert(self->elements.begin() + at, added.begin(),
                                                  added.end());
  return call.ret(Value::iterator(self, at));
}

} // namespace

#define FX_SEQUENCE(CLASS)                                                                         \
  {CLASS "::operator[]", element}, {CLASS "::at", element}, {CLASS "::front", element},            \
      {CLASS "::back", element}, {CLASS "::size", size}, {CLASS "::length", size},                 \
      {CLASS "::empty", size}, {CLASS "::push_back", push_back},                                   \
      {CLASS "::emplace_back", push_back}, {CLASS "::push_front", push_back},                      \
      {CLASS "::emplace_front", push_back}, {CLASS "::pop_back", pop}, {CLASS "::pop_front", pop}, \
      {CLASS "::clear", clear}, {CLASS "::reserve", nothing}, {CLASS "::shrink_to_fit", nothing},  \
      {CLASS "::resize", resize}, {CLASS "::begin", iterator}, {CLASS "::end", iterator},          \
      {CLASS "::cbegin", iterator}, {CLASS "::cend", iterator},                                    \
      {CLASS "::rbegin", reverse_iterator}, {CLASS "::rend", reverse_iterator},                    \
      {CLASS "::crbegin", reverse_iterator}, {CLASS "::crend", reverse_iterator},                  \
      {CLASS "::data", iterator}, {CLASS "::insert", insert}, {CLASS "::emplace", insert},         \
      {CLASS "::operator=", assign_container}, {CLASS "::erase", erase},                           \
      {CLASS "::assign", refill}, {CLASS "::swap", swap_contents}, {CLASS "::fill", fill},         \
      {CLASS "::vec", same}, {                                                                     \
    CLASS "::slice", slice                                                                         \
  }

namespace {

bool swap_contents(ModelCall& call) {
  const Object* self = changed_sequence(call);
  const Object* other = ModelCall::object_of(call.args[0]);
  if (self == nullptr || other == nullptr) return call.unsupported();
  Storage& storage = call.storage();
  std::swap(storage.change(self)->elements, storage.change(other)->elements);
  return call.ret(Value::none());
}

bool fill(ModelCall& call) {
  const Object* self = changed_sequence(call);
  if (self == nullptr) return call.unsupported();
  for (Location* element : self->elements)
    call.storage().write(element, call.storage().copy(call.args[0].value));
  return call.ret(Value::none());
}

/// ArrayRef::vec(): the same numbers as a vector.
bool same(ModelCall& call) {
  return call.ret(call.storage().copy(call.self.value));
}

/// The sizes of a tensor, or a list that an operator returned, without some in front and behind.
bool slice_of_sizes(ModelCall& call) {
  Machine& machine = call.machine;
  Argument begin;
  Argument end;
  if (!machine.graph().lower(call.args[0], begin)) return false;
  if (call.num_given() > 1) {
    Argument count;
    if (!machine.graph().lower(call.args[1], count)) return false;
    if (!begin.is(Argument::Kind::Int) || !count.is(Argument::Kind::Int))
      return call.unsupported("this slice of a list");
    end = Argument(begin.as_int() + count.as_int());
  }
  return call.ret(Value::node(
      machine.graph().emit(call.expr, Opcode::CallFunction, "operator.getitem",
                           {Argument(call.self.value.node()), Argument::slice(begin, end, {})}),
      true));
}

/// ArrayRef::slice(first, count)
bool slice(ModelCall& call) {
  if (call.self.value.is_node()) return slice_of_sizes(call);
  Machine& machine = call.machine;
  const Object* self = sequence(call);
  for (size_t i = 0; i < call.num_given(); ++i) {
    machine.oracle().settle(call.args[i].expr, call.args[i].value);
    if (!call.args[i].value.is(Value::Kind::Int)) self = nullptr;
  }
  if (self == nullptr) return call.unsupported("this slice of a list");
  const auto size = static_cast<int64_t>(self->elements.size());
  const int64_t begin = call.args[0].value.as_int();
  const int64_t count = call.num_given() > 1 ? call.args[1].value.as_int() : size - begin;
  if (begin < 0 || count < 0 || begin > size || count > size - begin)
    return call.error(fmt::format("slice({}, {}) of a list of {}", begin, count, size));
  Object* view = machine.storage().sequence({});
  view->elements.assign(self->elements.begin() + begin, self->elements.begin() + begin + count);
  return call.ret(Value::record(view));
}

} // namespace

ModelTable std_container_models() {
  static const ModelEntry table[] = {
      {"std::vector::vector", construct},
      {"std::deque::deque", construct},
      {"std::list::list", construct},
      {"std::initializer_list::initializer_list", construct},
      FX_SEQUENCE("std::vector"),
      FX_SEQUENCE("std::deque"),
      FX_SEQUENCE("std::list"),
      FX_SEQUENCE("std::array"),
      FX_SEQUENCE("std::initializer_list"),
      FX_SEQUENCE("c10::ArrayRef"),
      FX_SEQUENCE("torch::ExpandingArray"),
      {"std::begin", iterator},
      {"std::end", iterator},
  };
  return table;
}
#undef FX_SEQUENCE

} // namespace fx::frontend
