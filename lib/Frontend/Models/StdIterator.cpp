// Iterators into sequences, and the algorithms of the standard library that take them.
#include "Frontend/Models/Models.h"

using namespace clang;

namespace fx::frontend {

namespace {

/// operator*, ++, +, ==, ... of iterators: arithmetic on an index.
bool iterator_operator(ModelCall& call) {
  Machine& machine = call.machine;
  const bool member = isa<CXXMethodDecl>(call.callee);
  const Operand& first = member ? call.self : call.args[0];
  llvm::StringRef token = call.name;
  token.consume_front("operator");
  const Value value = first.value;
  if (call.name == "base") return call.ret(value);
  if (token == "=" && first.place) {
    machine.storage().write(first.place, call.args[0].value);
    return call.ret_place(first.place);
  }
  if (!value.is(Value::Kind::Iterator)) return call.unsupported("an iterator of this kind");
  const auto& elements = value.object()->elements;
  const auto in_range = [&](int64_t index) {
    return index >= 0 && static_cast<size_t>(index) < elements.size();
  };
  if (token == "*" || token == "->" || token == "[]") {
    const int64_t index = value.index() + (token == "[]" ? call.args[0].value.as_int() : 0);
    if (!in_range(index)) return call.error("this iterator is at the end");
    if (token == "->") return call.ret(Value::pointer(elements[index]));
    return call.ret_place(elements[index]);
  }
  if (token == "++" || token == "--") {
    if (first.place == nullptr) return call.unsupported();
    const Value next = Value::iterator(value.object(), value.index() + (token == "++" ? 1 : -1));
    machine.storage().write(first.place, next);
    if (call.args.empty() || (!member && call.args.size() == 1)) return call.ret_place(first.place);
    return call.ret(value);
  }
  const Operand& second = member ? call.args[0] : call.args[1];
  if ((token == "+=" || token == "-=") && first.place && second.value.is(Value::Kind::Int)) {
    const int64_t step = second.value.as_int();
    machine.storage().write(
        first.place,
        Value::iterator(value.object(), value.index() + (token == "+=" ? step : -step)));
    return call.ret_place(first.place);
  }
  const auto op = llvm::StringSwitch<std::optional<BinaryOperatorKind>>(token)
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
  Value result;
  const QualType type = call.callee->getReturnType()->isRecordType() ? machine.context().VoidTy
                                                                     : call.callee->getReturnType();
  return machine.arithmetic(call.expr, *op, value, second.value, type, result) && call.ret(result);
}

/// An iterator made from another: const from mutable.
bool same_iterator(ModelCall& call) {
  if (call.args.size() != 1) return call.unsupported("this iterator");
  return call.ret(call.args[0].value);
}

/// [first, last) of the first two arguments lies in a sequence.
bool is_range(const ModelCall& call) {
  const Value& first = call.args[0].value;
  const Value& last = call.args[1].value;
  if (!first.is(Value::Kind::Iterator) || !last.is(Value::Kind::Iterator)) return false;
  return first.object() == last.object() && first.index() >= 0 && first.index() <= last.index() &&
         last.index() <= static_cast<int64_t>(first.object()->elements.size());
}

bool distance(ModelCall& call) {
  const Value& first = call.args[0].value;
  if (!first.is(Value::Kind::Iterator) || !call.args[1].value.is(Value::Kind::Iterator))
    return call.unsupported("this distance");
  return call.ret(Value::integer(call.args[1].value.index() - call.args[0].value.index()));
}

bool reverse(ModelCall& call) {
  const Value& first = call.args[0].value;
  if (!is_range(call)) return call.unsupported("reversing this range");
  Storage& storage = call.storage();
  const std::vector<Location*>& elements = first.object()->elements;
  // The elements keep their places; what they hold changes.
  std::vector<Value> values;
  for (int64_t i = first.index(); i < call.args[1].value.index(); ++i)
    values.push_back(storage.copy(elements[i]->value()));
  for (int64_t i = first.index(); i < call.args[1].value.index(); ++i) {
    storage.assign(elements[i], values.back());
    values.pop_back();
  }
  return call.ret(Value::none());
}

/// copy(first, last, to), move of the same form, and their backward forms, also into the back of a
/// container. The library's own code would copy bytes.
bool copy_range(ModelCall& call) {
  Machine& machine = call.machine;
  Storage& storage = machine.storage();
  const Value& first = call.args[0].value;
  const Value& last = call.args[1].value;
  const Value& to = call.args[2].value;
  const bool into_back = to.is(Value::Kind::Pointer) && ModelCall::object_of(call.args[2]);
  if (!is_range(call) || (!into_back && !to.is(Value::Kind::Iterator)))
    return call.unsupported("copying this range");
  std::vector<Value> values;
  for (int64_t i = first.index(); i < last.index(); ++i)
    values.push_back(storage.copy(first.object()->elements[i]->value()));
  const auto count = static_cast<int64_t>(values.size());
  if (into_back) {
    for (const Value& value : values)
      storage.change(ModelCall::object_of(call.args[2]))
          ->elements.push_back(storage.allocate(value));
    return call.ret(to);
  }
  const bool backward = llvm::StringRef(call.name).ends_with("backward");
  const int64_t begin = backward ? to.index() - count : to.index();
  if (begin < 0 || begin + count > static_cast<int64_t>(to.object()->elements.size()))
    return call.error("the range that is copied to is too short");
  for (int64_t i = 0; i < count; ++i)
    storage.write(to.object()->elements[begin + i], values[i]);
  return call.ret(Value::iterator(to.object(), backward ? begin : begin + count));
}

/// back_inserter(container): the container itself.
bool back_inserter(ModelCall& call) {
  const Object* container = ModelCall::object_of(call.args[0]);
  if (container == nullptr) return call.unsupported("this back_inserter");
  return call.ret(Value::pointer(container->self));
}

/// accumulate(first, last, start): sums and products of known numbers.
bool accumulate(ModelCall& call) {
  Machine& machine = call.machine;
  const Value& first = call.args[0].value;
  if (!is_range(call)) return call.unsupported("adding up this range");
  Value total = call.args[2].value;
  const QualType type = call.callee->getReturnType();
  for (int64_t i = first.index(); i < call.args[1].value.index(); ++i) {
    const Value& item = first.object()->elements[i]->value();
    if (call.args.size() == 3) {
      if (!machine.arithmetic(call.expr, BO_Add, total, item, type, total)) return false;
      continue;
    }
    const CXXRecordDecl* function = record_of(call.args[3].type);
    const std::string name = function ? qualified_name(function) : "";
    if (name == "std::multiplies" || name == "std::plus") {
      if (!machine.arithmetic(call.expr, name == "std::plus" ? BO_Add : BO_Mul, total, item, type,
                              total))
        return false;
      continue;
    }
    Operand left;
    left.value = total;
    left.type = type;
    Operand right;
    right.value = item;
    right.type = type;
    Result result;
    if (!machine.call_value(call.expr, call.args[3].value, {left, right}, result)) return false;
    total = result.value;
  }
  return call.ret(total);
}

} // namespace

ModelTable std_iterator_models() {
  static const ModelEntry table[] = {
      {"__gnu_cxx::__normal_iterator::__normal_iterator", same_iterator},
      {"__gnu_cxx::__normal_iterator::*", iterator_operator},
      {"std::reverse_iterator::*", iterator_operator},
      {"std::_Deque_iterator::_Deque_iterator", same_iterator},
      {"std::_Deque_iterator::*", iterator_operator},
      {"std::_List_iterator::*", iterator_operator},
      {"std::_List_const_iterator::_List_const_iterator", same_iterator},
      {"std::_List_const_iterator::*", iterator_operator},
      {"std::move_iterator::move_iterator", same_iterator},
      {"std::move_iterator::*", iterator_operator},
      {"std::make_move_iterator", same_iterator},
      {"__gnu_cxx::operator==", iterator_operator},
      {"__gnu_cxx::operator!=", iterator_operator},
      {"__gnu_cxx::operator-", iterator_operator},
      {"__gnu_cxx::operator+", iterator_operator},
      {"__gnu_cxx::operator<", iterator_operator},
      {"std::copy", copy_range},
      {"std::copy_backward", copy_range},
      {"std::move_backward", copy_range},
      {"std::back_inserter", back_inserter},
      {"std::distance", distance},
      {"std::reverse", reverse},
      {"std::accumulate", accumulate},
  };
  return table;
}

} // namespace fx::frontend
