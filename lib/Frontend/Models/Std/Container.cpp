// Sequences of the standard library: vector, array, deque, list, initializer_list; also
// c10::ArrayRef, which looks into them.
#include "Frontend/Models/Std/Associative.h"
#include "Frontend/Models/Std/Sequence.h"
#include "Frontend/Values/ListViews.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

bool is_std_associative(const CXXRecordDecl* record) {
  return record->isInStdNamespace() && record->getIdentifier() &&
         (record->getName().ends_with("map") || record->getName().ends_with("set"));
}

/// A copy of a container; false where an exception left it.
bool copy_container(ModelCall& call, const Operand& from, Value& value) {
  value = call.storage().copy(from.value);
  return !call.machine.failed() && !call.machine.unwinding();
}

} // namespace

bool assign_container(ModelCall& call) {
  Location* place = call.self.place;
  if (place == nullptr) return call.unsupported();
  const Operand& from = call.args[0];
  // An array assigns its elements.
  const Object* source = ModelCall::object_of(from);
  if (const Object* self = ModelCall::object_of(call.self);
      self && source && self != source && is_std_class(self->type, "array") &&
      call.machine.has_own_lifetime(element_type(self->type))) {
    const QualType type = element_type(self->type);
    for (size_t i = 0; i < self->elements.size() && i < source->elements.size(); ++i)
      if (!assign_element(call.machine, call.expr, self->elements[i], type,
                          operand_in(type, source->elements[i], gives_parts(from))))
        return false;
    return call.ret_place(place);
  }
  bool moves = is_movable(from);
  if (const Object* self = ModelCall::object_of(call.self);
      self && source && self->type && self->kind == source->kind &&
      llvm::any_of(Machine::held_types(self->type),
                   [&](QualType type) { return shows_assignment(call.machine, type); })) {
    if (self == source) return call.ret_place(place);
    moves = gives_parts(from);
    const bool is_associative = is_std_associative(self->type);
    if (!moves && from.place && !is_associative)
      return assign_elements(call, *self,
                             elements_of(*source, element_type(self->type), /*movable=*/false)) &&
             call.ret_place(place);
    // What was there goes.
    Value value = from.value;
    if (moves ? !call.machine.move_out(call.expr, type_of(from), from.place, value)
              : from.place && !copy_container(call, from, value))
      return false;
    if (is_associative) {
      Associative container(call.machine, call.expr, *self);
      if (!container.end(0, container.size())) return false;
      container.clear();
    } else if (!call.machine.end_elements(call.expr, self, element_type(self->type), 0,
                                          self->elements.size())) {
      return false;
    } else {
      call.storage().change(self)->elements.clear();
    }
    call.storage().assign(place, value, /*moves=*/true);
    return call.ret_place(place);
  }
  Value value = from.place ? call.storage().copy(from.value) : from.value;
  if (moves && from.place != place &&
      !call.machine.move_out(call.expr, type_of(from), from.place, value))
    return false;
  call.storage().assign(place, value, moves || from.place == nullptr);
  return call.ret_place(place);
}

const Object* sequence(ModelCall& call) {
  const Object* object = ModelCall::object_of(call.self);
  return object && object->kind == Object::Kind::Sequence ? object : nullptr;
}

/// The sequence that a change is about to be made to. A list that an operator returned becomes its
/// items, if --input tells how many there are.
const Object* changed_sequence(ModelCall& call) {
  Machine& machine = call.machine;
  // An argument may have unfolded it already: v.insert(v.end(), ...).
  Location* place = call.self.place;
  const CXXRecordDecl* type = record_of(type_of(call.self));
  const auto unfold = [&] {
    return is_list_view(type) ? machine.unfold_view(call.expr, place, type)
                              : machine.unfold(call.expr, place);
  };
  if (place && call.self.value.is_node() && (!place->value().is_node() || unfold()))
    call.self.value = place->value();
  return sequence(call);
}

/// The element type T of vector<T>.
QualType element_type(const CXXRecordDecl* record) {
  return template_type(record, 0);
}

bool is_list(const Object& sequence) {
  return is_std_class(sequence.type, "list");
}

/// Where the elements of a view stand in their list; `sequence` where that is not found.
std::pair<const Object*, int64_t> home(ModelCall& call, const Object& sequence) {
  int64_t begin = 0;
  if (!is_list_view(sequence.type) || sequence.elements.empty()) return {&sequence, 0};
  const Object* list = call.storage().array_of(sequence.elements.front(), begin);
  if (list == nullptr || begin < 0) return {&sequence, 0};
  const auto rest = llvm::ArrayRef(list->elements).drop_front(static_cast<size_t>(begin));
  return llvm::ArrayRef(sequence.elements) == rest.take_front(sequence.elements.size())
             ? std::pair(list, begin)
             : std::pair(&sequence, int64_t{0});
}

Value iterator_at(ModelCall& call, const Object& sequence, int64_t index) {
  if (!is_list(sequence)) {
    const auto [list, begin] = home(call, sequence);
    return Value::iterator(list, begin + index);
  }
  return node_iterator(call.machine, call.callee->getReturnType(), &sequence,
                       static_cast<size_t>(index));
}

/// The index of an iterator of `sequence`.
bool position(ModelCall& call, const Operand& operand, const Object& sequence, int64_t& index) {
  const Object* owner = nullptr;
  if (operand.value.is(Value::Kind::Iterator)) {
    if (!call.machine.is_valid(call.expr, operand.value)) return false;
    owner = operand.value.object();
    index = operand.value.index();
  } else if (is_node_iterator(operand.value)) {
    size_t at = 0;
    if (!node_position(call.machine, call.expr, operand.value, owner, at)) return false;
    index = static_cast<int64_t>(at);
  } else {
    return call.unsupported(missing::this_iterator);
  }
  if (owner != &sequence || index < 0 || index > static_cast<int64_t>(sequence.elements.size()))
    return call.error(diag::iterator_of_another_container);
  return true;
}

/// A size has to be known.
void concretize_size(ModelCall& call) {
  if (!call.args.empty() && !call.args[0].type.isNull() &&
      call.args[0].type.getNonReferenceType()->isIntegerType())
    call.machine.oracle().concretize(call.args[0].expr, call.args[0].value);
}

/// What the arguments of a constructor, insert and assign name from number `first` on. The overload
/// tells what they are, not their values: one value may itself be a list.
bool given_operands(ModelCall& call, size_t first, std::vector<Operand>& operands) {
  Machine& machine = call.machine;
  const size_t count = call.args.size() - first;
  const QualType type = call.callee->getParamDecl(first)->getType();
  if (count == 1) {
    if (!is_std_class(record_of(type), "initializer_list")) {
      operands.push_back(call.args[first]);
      return true;
    }
    const Object* list = ModelCall::object_of(call.args[first]);
    if (list == nullptr || list->kind != Object::Kind::Sequence)
      return machine.report().not_known(call.args[first].expr, call.args[first].value, "this list");
    operands = elements_of(*list, template_type(record_of(type), 0), false);
    return true;
  }
  if (count != 2) return call.unsupported();
  Value& from = call.args[first].value;
  if (type.getNonReferenceType()->isIntegerType()) {
    constexpr int64_t limit = 1'000'000;
    machine.oracle().concretize(call.args[first].expr, from);
    if (!from.is(Value::Kind::Int))
      return machine.report().not_known(call.args[first].expr, from, "this number of elements");
    if (from.as_int() < 0 || from.as_int() > limit) return call.error(diag::container_too_large);
    operands.assign(static_cast<size_t>(from.as_int()), call.args[first + 1]);
    return true;
  }
  return range_elements(call, call.args[first], call.args[first + 1], operands);
}

bool given_elements(ModelCall& call, const Object& self, size_t first,
                    std::vector<Location*>& elements) {
  Machine& machine = call.machine;
  const QualType wanted = element_type(self.type);
  const size_t unfinished = machine.unfinished();
  std::vector<Operand> operands;
  if (!given_operands(call, first, operands)) return false;
  for (const Operand& element : operands) {
    Value value;
    if (!make_element(machine, call.expr, wanted, element, value)) return false;
    elements.push_back(machine.storage().allocate(value));
    if (!wanted.isNull()) machine.own_element(wanted, elements.back(), unfinished);
  }
  machine.finish(unfinished, elements);
  return true;
}

namespace {

bool is_allocator(QualType type) {
  const CXXRecordDecl* record = record_of(type);
  return record && record->getIdentifier() && record->getName().contains("allocator");
}

bool construct(ModelCall& call) {
  Machine& machine = call.machine;
  Storage& storage = machine.storage();
  concretize_size(call);
  const auto* record = llvm::cast<CXXConstructorDecl>(call.callee)->getParent();
  while (!call.args.empty() &&
         (call.args.back().defaulted || is_allocator(type_of(call.args.back()))))
    call.args.pop_back();
  if (call.args.size() == 1 || call.args.size() == 2) {
    const Value& first = call.args[0].value;
    if (first.is_node() || first.is(Value::Kind::Opaque)) {
      // A copy of a list that an operator returned, or a size that is not known.
      return first.is(Value::Kind::Opaque) || call.args.size() == 1
                 ? call.ret(first)
                 : machine.report().not_known(call.args[0].expr, first,
                                              "the size of this container");
    }
  }
  Object* made = storage.create(Object::Kind::Sequence, record);
  const QualType self = machine.context().getCanonicalTagType(record);
  if (call.args.size() == 1 && type_of(call.args[0]) == self) {
    Value copied;
    return make_element(machine, call.expr, self, call.args[0], copied) && call.ret(copied);
  }
  if (call.args.size() == 1 && type_of(call.args[0])->isIntegerType()) {
    if (!call.args[0].value.is(Value::Kind::Int))
      return machine.report().not_known(call.args[0].expr, call.args[0].value,
                                        "the size of this container");
    constexpr int64_t limit = 1'000'000;
    const int64_t count = call.args[0].value.as_int();
    if (count < 0 || count > limit) return call.error(diag::container_too_large);
    const size_t unfinished = machine.unfinished();
    for (int64_t i = 0; i < count; ++i) {
      Value element;
      if (!machine.default_value(call.expr, element_type(record), element)) return false;
      made->elements.push_back(storage.allocate(element));
      machine.own_element(element_type(record), made->elements.back(), unfinished);
    }
    machine.finish(unfinished, made->elements);
    return call.ret(Value::object(made));
  }
  if (call.args.size() > 2) return call.unsupported();
  if (!call.args.empty()) {
    std::vector<Location*> elements;
    if (!given_elements(call, *made, 0, elements)) return false;
    made->elements = std::move(elements);
  }
  return call.ret(Value::object(made));
}

/// What at() of the library says.
std::string range_error(const Object& sequence, int64_t index) {
  const size_t size = sequence.elements.size();
  const llvm::StringRef name = sequence.type->getName();
  if (name == "array")
    return fmt::format("array::at: __n (which is {}) >= _Nm (which is {})", index, size);
  const bool bits = name == "vector" && element_type(sequence.type)->isBooleanType();
  return fmt::format("{}::_M_range_check: __n (which is {}){}>= this->size() (which is {})",
                     name.str() + (bits ? "<bool>" : ""), index, name == "deque" ? "" : " ", size);
}

bool element(ModelCall& call) {
  Machine& machine = call.machine;
  int64_t index = 0;
  if (call.name == "operator[]" || call.name == "at") {
    Value position = call.args[0].value;
    if (!call.self.value.is_node()) machine.oracle().concretize(call.args[0].expr, position);
    // sizes()[dim() - 1]: a size, whichever.
    if (call.self.value.is_node() && call.self.value.non_negative() && position.is_node())
      return call.ret(Value::node(
          machine.graph().emit(call.expr, Opcode::CallFunction, "operator.getitem",
                               {Argument(call.self.value.node()), Argument(position.node())}),
          true));
    if (!position.is(Value::Kind::Int))
      return machine.report().not_known(call.args[0].expr ? call.args[0].expr : call.expr, position,
                                        "an index into a container");
    index = position.as_int();
  } else if (call.name == "back") {
    index = -1;
  }
  if (call.self.value.is_node() && call.self.place && hands_out_reference(call))
    return call.ret_place(
        machine.element_place(call.expr, call.self.place, index, std::nullopt, /*is_tuple=*/false));
  if (call.self.value.is_node())
    return call.ret(
        Value::node(machine.graph().get_item(call.expr, call.self.value.node(), index).node(),
                    call.self.value.non_negative())); // an element of sizes() is a size
  if (call.self.value.is(Value::Kind::Int) && index == 0) return call.ret(call.self.value);
  const Object* self = sequence(call);
  if (self == nullptr) return call.unsupported();
  const auto size = static_cast<int64_t>(self->elements.size());
  if (call.name == "back") index = size - 1;
  if (index < 0 || index >= size)
    return call.name == "at" && self->type
               ? raise_std(call, "out_of_range", range_error(*self, index))
               : call.error(diag::index_out_of_range, index, size);
  // vector<bool> hands out an object that refers to the element.
  if (is_std_class(class_made_by(call), "_Bit_reference"))
    return call.ret(Value::pointer(self->elements[index]));
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
    return call.unsupported(missing::size_of_this_value);
  }
  if (call.name == "empty") return call.ret(Value::boolean(self->elements.empty()));
  return call.ret(Value::integer(static_cast<int64_t>(self->elements.size()), 64, false));
}

bool iterator(ModelCall& call) {
  const Object* self = changed_sequence(call);
  if (self == nullptr) {
    if (call.args.size() == 1) self = ModelCall::object_of(call.args[0]); // std::begin(v)
    if (self == nullptr || self->kind == Object::Kind::Map)
      return call.unsupported(missing::iterating_over_this_value);
  }
  const bool end = llvm::StringRef(call.name).ends_with("end");
  // A vector that never had memory has no address, nor does an array of nothing.
  if (call.name == "data" && self->elements.empty() &&
      (is_std_class(self->type, "array") ||
       (is_std_class(self->type, "vector") && self->room == 0)))
    return call.ret(Value::none());
  if (!end && !has_known_order(call.machine, call.expr, *self)) return false;
  return call.ret(iterator_at(call, *self, end ? static_cast<int64_t>(self->elements.size()) : 0));
}

/// rbegin, rend: the library's reverse_iterator of end and begin.
bool reverse_iterator(ModelCall& call) {
  const Object* self = changed_sequence(call);
  if (self == nullptr) return call.unsupported(missing::iterating_over_this_value);
  const bool end = llvm::StringRef(call.name).ends_with("end");
  const auto index = static_cast<int64_t>(end ? 0 : self->elements.size());
  const QualType type = call.callee->getReturnType();
  Operand operand;
  operand.type = template_type(record_of(type), 0);
  if (operand.type.isNull()) return call.unsupported(missing::iterating_over_this_value);
  operand.value = is_list(*self)
                      ? node_iterator(call.machine, operand.type, self, static_cast<size_t>(index))
                      : Value::iterator(self, index);
  operand.place = call.storage().allocate(operand.value);
  return call.machine.construct_resolved(call.expr, type, {operand}, call.result);
}

} // namespace

namespace {

/// ArrayRef::vec(): the same numbers as a vector.
bool as_vector(ModelCall& call) {
  return call.ret(
      owned_list(call.storage(), call.self.value, record_of(call.callee->getReturnType())));
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
      return call.unsupported(missing::slice_of_a_list);
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
    machine.oracle().concretize(call.args[i].expr, call.args[i].value);
    if (!call.args[i].value.is(Value::Kind::Int)) self = nullptr;
  }
  if (self == nullptr) return call.unsupported(missing::slice_of_a_list);
  const auto size = static_cast<int64_t>(self->elements.size());
  const int64_t begin = call.args[0].value.as_int();
  const int64_t count = call.num_given() > 1 ? call.args[1].value.as_int() : size - begin;
  if (begin < 0 || count < 0 || begin > size || count > size - begin)
    return call.error(diag::slice_out_of_range, begin, count, size);
  Object* view =
      machine.storage().create(Object::Kind::Sequence, record_of(call.callee->getReturnType()));
  view->hidden = self->hidden;
  view->elements.assign(self->elements.begin() + begin, self->elements.begin() + begin + count);
  return call.ret(Value::object(view));
}

/// ArrayRef::equals(other): operator==
bool equals(ModelCall& call) {
  call.name = "operator==";
  return find_model("std::operator==", nullptr)->model(call);
}

/// std::array<T, n> without an initialiser: n objects of a class, n numbers without a value.
bool construct_array(ModelCall& call) {
  const auto* record = llvm::cast<ClassTemplateSpecializationDecl>(
      llvm::cast<CXXConstructorDecl>(call.callee)->getParent());
  const QualType type = element_type(record);
  const uint64_t size = record->getTemplateArgs()[1].getAsIntegral().getZExtValue();
  if (!call.args.empty()) return call.unsupported();
  if (!call.machine.has_room(call.expr, size)) return false;
  Object* made = call.storage().create(Object::Kind::Sequence, record);
  for (uint64_t i = 0; i < size; ++i) {
    Value element;
    if (call.machine.context().getBaseElementType(type)->isRecordType() &&
        !call.machine.default_value(call.expr, type, element))
      return false;
    made->elements.push_back(call.storage().allocate(element));
  }
  return call.ret(Value::object(made));
}

} // namespace

extern const ModelTable std_container_models = {
    {"std::{vector::vector,deque::deque,list::list}", construct, constructs},
    {"std::{vector,deque,list,array}::{size,empty}", size, computes},
    {"std::{vector,deque,list,array}::{front,back}", element, gives_access},
    {"std::{vector,deque,list,array}::{begin,end,cbegin,cend}", iterator, gives_access},
    {"std::{vector,deque,list,array}::{rbegin,rend,crbegin,crend}", reverse_iterator, finds},
    {"std::{vector,deque,list,array}::operator=", assign_sequence, assigns},
    {"std::{vector,deque,list,array}::swap", swap_contents, exchanges},
    {"std::{vector,deque,array}::{operator[],at}", element, gives_access},
    {"std::{vector,deque,list}::{push_back,emplace_back}", push_back, takes},
    {"std::{vector,deque,list}::pop_back", pop, changes_itself},
    {"std::{vector,deque,list}::clear", clear, changes_itself},
    {"std::{vector,deque,list}::resize", resize, changes_itself},
    {"std::{vector,deque,list}::{insert,emplace}", insert, takes},
    {"std::{vector,deque,list}::erase", erase, changes_itself},
    {"std::{vector,deque,list}::assign", refill, changes_itself},
    {"std::{deque,list}::{push_front,emplace_front}", push_back, takes},
    {"std::{deque,list}::pop_front", pop, changes_itself},
    {"std::vector::reserve", reserve, changes_itself},
    {"std::vector::capacity", capacity, computes},
    {"std::{vector,deque}::shrink_to_fit", shrink_to_fit, changes_itself},
    {"std::{vector,array}::data", iterator, gives_access},
    {"std::vector::flip", flip, changes_itself},
    {"std::array::array", construct_array, constructs},
    {"std::array::fill", fill, changes_itself},
    {"std::initializer_list::initializer_list", construct, constructs},
    {"std::initializer_list::size", size, computes},
    {"std::initializer_list::{begin,end}", iterator, gives_access},
    {"std::initializer_list::operator=", assign_sequence, assigns},
    {"c10::ArrayRef::{size,empty}", size, computes},
    {"c10::ArrayRef::{operator[],at,front,back}", element, gives_access},
    {"c10::ArrayRef::{begin,end,cbegin,cend,data}", iterator, gives_access},
    {"c10::ArrayRef::{rbegin,rend}", reverse_iterator, finds},
    {"c10::ArrayRef::operator=", assign_sequence, assigns},
    {"c10::ArrayRef::vec", as_vector, gives_access},
    {"c10::ArrayRef::slice", slice, gives_access},
    {"c10::ArrayRef::equals", equals, compares},
    {"torch::ExpandingArray::size", size, computes},
    {"torch::ExpandingArray::operator=", assign_sequence, assigns},
};

} // namespace fx::frontend
