// Iterators, and those algorithms of the standard library whose own code works on bytes.
//
// Reverse, move and insert iterators run as the library has them.
#include "Frontend/Models/Elements.h"

using namespace clang;

namespace fx::frontend {

namespace {

/// An iterator of a sequence whose operator is called.
struct Moving {
  ModelCall& call;
  llvm::StringRef token; // "++"
  bool is_member;
  const Operand& operand;
  Value value;

  const std::vector<Location*>& elements() const { return value.object()->elements; }
  /// An iterator stays between the first element and the end.
  bool would_leave(int64_t index) const {
    return value.object()->type &&
           (index < 0 || static_cast<size_t>(index) > value.object()->elements.size());
  }
};

/// The number that an iterator is moved by.
bool step_of(ModelCall& call, const Operand& operand, int64_t& step) {
  Value number = operand.value;
  call.machine.oracle().concretize(operand.expr, number);
  if (!number.is(Value::Kind::Int))
    return call.report().not_known(operand.expr ? operand.expr : call.expr, number,
                                   "a step of an iterator");
  step = number.as_int();
  return true;
}

/// *it, it->, it[n]
bool dereference(const Moving& it) {
  ModelCall& call = it.call;
  int64_t step = 0;
  if (it.token == "[]" && !step_of(call, call.args[0], step)) return false;
  const int64_t index = it.value.index() + step;
  if (index < 0 || static_cast<size_t>(index) >= it.elements().size())
    return call.error(diag::iterator_at_the_end);
  Location* element = it.elements()[static_cast<size_t>(index)];
  // An iterator of vector<bool> gives an object that refers to the element.
  if (it.token == "->" || is_std_class(class_made_by(call), "_Bit_reference"))
    return call.ret(Value::pointer(element));
  return call.ret_place(element);
}

/// The variable that holds the iterator names another element.
bool move_by(const Moving& it, int64_t step) {
  const int64_t index = it.value.index() + step;
  if (it.would_leave(index)) return it.call.error(diag::iterator_leaves_its_container);
  it.call.storage().write(it.operand.place, it.value.at(index));
  return true;
}

/// ++it, it++, --it, it--
bool step_once(const Moving& it) {
  ModelCall& call = it.call;
  if (it.operand.place == nullptr) return call.unsupported();
  if (!move_by(it, it.token == "++" ? 1 : -1)) return false;
  const bool is_prefix = call.args.empty() || (!it.is_member && call.args.size() == 1);
  return is_prefix ? call.ret_place(it.operand.place) : call.ret(it.value);
}

/// it += n, it -= n
bool advance(const Moving& it, const Operand& second) {
  int64_t step = 0;
  return step_of(it.call, second, step) && move_by(it, it.token == "+=" ? step : -step) &&
         it.call.ret_place(it.operand.place);
}

/// Whether two iterators belong to containers that share no element.
bool are_unrelated(const Value& left, const Value& right) {
  if (!right.is(Value::Kind::Iterator) || right.object() == left.object() || !left.object()->type ||
      !right.object()->type)
    return false;
  const std::vector<Location*>& ours = left.object()->elements;
  const std::vector<Location*>& theirs = right.object()->elements;
  return llvm::none_of(ours,
                       [&](Location* element) { return llvm::is_contained(theirs, element); }) &&
         !(ours.empty() && theirs.empty());
}

/// it + n, it - it, it == it, it < it, ...
bool combine(const Moving& it, const Operand& second) {
  ModelCall& call = it.call;
  Machine& machine = call.machine;
  const auto op = llvm::StringSwitch<std::optional<BinaryOperatorKind>>(it.token)
                      .Case("+", BO_Add)
                      .Case("-", BO_Sub)
                      .Case("==", BO_EQ)
                      .Case("!=", BO_NE)
                      .Case("<", BO_LT)
                      .Case(">", BO_GT)
                      .Case("<=", BO_LE)
                      .Case(">=", BO_GE)
                      .Default(std::nullopt);
  if (!op) return call.unsupported();
  if (are_unrelated(it.value, second.value)) return call.error(diag::iterators_of_two_containers);
  Value result;
  const QualType type = call.callee->getReturnType()->isRecordType() ? machine.context().VoidTy
                                                                     : call.callee->getReturnType();
  if (!machine.arithmetic(call.expr, *op, it.value, second.value, type, result)) return false;
  if (result.is(Value::Kind::Iterator) && it.would_leave(result.index()))
    return call.error(diag::iterator_leaves_its_container);
  return call.ret(result);
}

/// operator*, ++, +, ==, ... of iterators: arithmetic on an index.
bool iterator_operator(ModelCall& call) {
  Machine& machine = call.machine;
  const bool member = isa<CXXMethodDecl>(call.callee);
  llvm::StringRef token = call.name;
  token.consume_front("operator");
  // n + it
  if (!member && token == "+" && call.args[1].value.is(Value::Kind::Iterator))
    std::swap(call.args[0], call.args[1]);
  const Operand& first = member ? call.self : call.args[0];
  Moving it{call, token, member, first, first.value};
  if (call.name == "base") return call.ret(it.value);
  if (token == "=" && first.place) {
    machine.storage().write(first.place, call.args[0].value);
    return call.ret_place(first.place);
  }
  // Of a span, and of a container of the program's own: a pointer in a class.
  if (it.value.is(Value::Kind::Pointer)) machine.into_array(it.value);
  if (!it.value.is(Value::Kind::Iterator)) return call.unsupported(missing::iterator_of_this_kind);
  if (!machine.is_valid(call.expr, it.value)) return false;
  if (token == "*" || token == "->" || token == "[]") return dereference(it);
  if (token == "++" || token == "--") return step_once(it);
  const Operand& second = member ? call.args[0] : call.args[1];
  if (!machine.is_valid(call.expr, second.value)) return false;
  return (token == "+=" || token == "-=") && first.place ? advance(it, second)
                                                         : combine(it, second);
}

/// std::operator-, and n + it, of the iterators that have them as friends.
bool iterator_difference(ModelCall& call) {
  const bool is_iterator = llvm::any_of(
      call.args, [](const Operand& operand) { return operand.value.is(Value::Kind::Iterator); });
  if (is_iterator) return iterator_operator(call);
  if (call.machine.is_interpreted_library(call.callee))
    if (const FunctionDecl* body = call.machine.definition(call.callee))
      return call.machine.run_body(call.expr, body, nullptr, call.args, call.result);
  return call.machine.opaque_call(call, false);
}

/// An iterator made from another: const from mutable.
bool same_iterator(ModelCall& call) {
  if (call.args.empty()) return call.ret(Value::none());
  if (call.args.size() != 1) return call.unsupported(missing::this_iterator);
  return call.ret(call.storage().copy(call.args[0].value));
}

/// Iterators of lists, maps and sets: to the next element and back.
bool node_iterator_operator(ModelCall& call) {
  Machine& machine = call.machine;
  llvm::StringRef token = call.name;
  token.consume_front("operator");
  if (token == "=" && call.self.place) {
    machine.storage().write(call.self.place, machine.storage().copy(call.args[0].value));
    return call.ret_place(call.self.place);
  }
  if (token == "==" || token == "!=")
    return find_model("std::operator" + token.str(), nullptr)->model(call);
  if (token == "_M_const_cast") return call.ret(machine.storage().copy(call.self.value));
  if (is_iterator_into_input(call.self.value) && (token == "*" || token == "->")) {
    const auto& parts = call.self.value.object()->elements;
    Argument key;
    if (!call.graph().lower(call.expr, parts[1]->value(), key)) return false;
    const Value element =
        Value::node(call.graph().emit(call.expr, Opcode::CallFunction, "operator.getitem",
                                      {Argument(parts[0]->value().node()), std::move(key)}));
    Object* entry = machine.storage().sequence({parts[1]->value()}, /*is_tuple=*/true);
    entry->elements.push_back(machine.storage().allocate_detached(element)); // of the input
    return token == "->" ? call.ret(Value::pointer(entry->self)) : call.ret_place(entry->self);
  }
  if (!is_node_iterator(call.self.value)) return call.unsupported(missing::iterator_of_this_kind);
  const Object* container = nullptr;
  size_t index = 0;
  if (!node_position(machine, call.expr, call.self.value, container, index)) return false;
  if (container == nullptr) return call.error(diag::iterator_of_no_container);
  const size_t step = stride(*container);
  const QualType type = type_of(call.self);
  if (token == "++" || token == "--") {
    if (call.self.place == nullptr) return call.unsupported();
    if (token == "++" ? index >= container->elements.size() : index < step)
      return call.error(diag::iterator_leaves_its_container);
    const Value old = machine.storage().copy(call.self.value); // what is written changes it
    machine.storage().write(
        call.self.place,
        node_iterator(machine, type, container, token == "++" ? index + step : index - step));
    return call.args.empty() ? call.ret_place(call.self.place) : call.ret(old);
  }
  if (token != "*" && token != "->") return call.unsupported();
  if (index >= container->elements.size()) return call.error(diag::iterator_at_the_end);
  Location* place = element_at(machine, *container, index);
  return token == "->" ? call.ret(Value::pointer(place)) : call.ret_place(place);
}

/// copy(first, last, to), and the backward forms of copy and move, where the library's own code
/// would copy bytes or look into a container.
bool copy_range(ModelCall& call) {
  Machine& machine = call.machine;
  const Operand& to = call.args[2];
  if (is_unknown(to.value))
    return call.report().not_known(call.expr, to.value, "the place that is copied to");
  const auto is_known = [](const Value& value) {
    return value.is(Value::Kind::Iterator) || is_node_iterator(value);
  };
  const bool from_container = is_known(call.args[0].value) && is_known(call.args[1].value);
  if (!from_container && !to.value.is(Value::Kind::Iterator))
    if (const FunctionDecl* body = machine.definition(call.callee))
      return machine.run_body(call.expr, body, nullptr, call.args, call.result);
  std::vector<Operand> elements;
  if (!range_elements(call, call.args[0], call.args[1], elements)) return false;
  const bool backward = llvm::StringRef(call.name).ends_with("backward");
  if (llvm::StringRef(call.name).starts_with("move"))
    for (Operand& element : elements)
      element.movable = true;
  const auto count = static_cast<int64_t>(elements.size());
  const int64_t begin = backward ? to.value.index() - count : to.value.index();
  // One by one, the last first where the range that is copied to lies behind: as the library does.
  if (backward) std::reverse(elements.begin(), elements.end());
  if (!machine.is_valid(call.expr, to.value)) return false;
  if (to.value.is(Value::Kind::Iterator)) {
    const std::vector<Location*>& places = to.value.object()->elements;
    if (begin < 0 || begin + count > static_cast<int64_t>(places.size()))
      return call.error(diag::target_range_too_short);
    const QualType type = element_type_of_iterator(to);
    for (int64_t i = 0; i < count; ++i) {
      Operand& element = elements[static_cast<size_t>(i)];
      element.value = element.place->value(); // an assignment may have changed it
      const int64_t at = backward ? begin + count - 1 - i : begin + i;
      if (!assign_element(machine, call.expr, places[static_cast<size_t>(at)], type, element))
        return false;
    }
    return call.ret(to.value.at(backward ? begin : begin + count));
  }
  Value out;
  if (!make_element(machine, call.expr, type_of(to), to, out)) return false;
  Location* place = machine.storage().allocate(out);
  const auto at = [&] { return operand_in(type_of(to), place); };
  for (const Operand& element : elements) {
    Result ignored;
    if (backward && !machine.resolved_unary(call.expr, UO_PreDec, at(), ignored)) return false;
    if (element.type.isNull()) return call.unsupported(missing::copying_this_range);
    if (!machine.resolved_assign_through(call.expr, at(), element)) return false;
    if (!backward && !machine.resolved_unary(call.expr, UO_PreInc, at(), ignored)) return false;
  }
  return call.ret(place->value());
}

/// No memory for them: the algorithms that ask take their way without.
bool no_temporary_buffer(ModelCall& call) {
  return call.ret(Value::object(
      call.storage().sequence({Value::none(), Value::integer(0)}, /*is_tuple=*/true)));
}

bool nothing(ModelCall& call) {
  return call.ret(Value::none());
}

} // namespace

extern const ModelTable std_iterator_models = {
    {"__gnu_cxx::__normal_iterator::__normal_iterator", same_iterator, refers},
    {"std::_Deque_iterator::_Deque_iterator", same_iterator, refers},
    {"std::_Bit_iterator::_Bit_iterator", same_iterator, refers},
    {"std::_Bit_const_iterator::_Bit_const_iterator", same_iterator, refers},
    {"std::_List_iterator::_List_iterator", same_iterator, refers},
    {"std::_List_const_iterator::_List_const_iterator", same_iterator, refers},
    {"std::_Rb_tree_iterator::_Rb_tree_iterator", same_iterator, refers},
    {"std::_Rb_tree_const_iterator::_Rb_tree_const_iterator", same_iterator, refers},
    {"std::__detail::_Node_iterator::_Node_iterator", same_iterator, refers},
    {"std::__detail::_Node_const_iterator::_Node_const_iterator", same_iterator, refers},
    {"{__gnu_cxx::__normal,std::_Deque}_iterator::*", iterator_operator, handles},
    {"std::_Bit_{iterator,const_iterator,iterator_base}::*", iterator_operator, handles},
    {"std::{_List,_Rb_tree,__detail::_Node}_{,const_}iterator::*", node_iterator_operator, handles},
    {"__gnu_cxx::operator{==,!=,-,+,<,>,<=,>=}", iterator_operator, handles},
    {"std::operator-", iterator_difference, runs},
    {"std::{copy,copy_backward,move_backward}", copy_range, fills},
    {"std::get_temporary_buffer", no_temporary_buffer, computes},
    {"std::{,__detail::__}return_temporary_buffer", nothing, says},
};

} // namespace fx::frontend
