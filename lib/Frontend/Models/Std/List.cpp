// Methods of std::list that move its elements: their places stay theirs.
#include "Frontend/Models/Std/Sequence.h"

#include <fmt/format.h>

#include <list>

using namespace clang;

namespace fx::frontend {

namespace {

/// Comparisons of the elements of a list, by an operand or by their operators. The first that fails
/// ends them all: those behind it say no.
class ListOrder {
public:
  /// `function` is null where the operators compare.
  ListOrder(ModelCall& call, QualType type, const Operand* function)
      : call_(call), type_(type), function_(function) {}

  bool is_less(Location* left, Location* right) {
    return ok_ && decide(function_ ? called({operand(left), operand(right)})
                                   : compared(less, operand(left), operand(right)));
  }
  bool is_equal(Location* left, Location* right) {
    return ok_ && decide(function_ ? called({operand(left), operand(right)})
                                   : compared(equal, operand(left), operand(right)));
  }
  bool is_equal(Location* left, const Operand& right) {
    return ok_ && decide(compared(equal, operand(left), right));
  }
  /// What a predicate says of one element.
  bool holds(Location* element) { return ok_ && decide(called(operand(element))); }

  bool ok() const { return ok_; }
  /// Where elements stand when an exception leaves a comparison is the library's own matter.
  bool stopped() const {
    return call_.machine.exception() &&
           call_.unsupported(missing::exception_leaves_a_comparison, call_.name);
  }

private:
  Operand operand(Location* element) const { return operand_in(type_, element); }

  Value called(llvm::ArrayRef<Operand> args) {
    Result result;
    ok_ = invoke(call_, *function_, args, result);
    return result.value;
  }
  template <class Compare>
  Value compared(Compare& compare, const Operand& left, const Operand& right) {
    Value answer;
    ok_ = compare(call_.machine, call_.expr, left, right, answer);
    return answer;
  }
  bool decide(const Value& answer) {
    bool result = false;
    ok_ = ok_ && call_.machine.truth(call_.expr, answer, result, "the order of this list");
    return ok_ && result;
  }

  ModelCall& call_;
  QualType type_;
  const Operand* function_;
  bool ok_ = true;
};

/// The last argument, which tells how elements are compared, where there are `least` of them.
const Operand* comparison(const ModelCall& call, size_t least) {
  return call.args.size() < least ? nullptr : &call.args.back();
}

/// The list that merge() and splice() take elements from.
const Object* other_list(ModelCall& call, size_t i) {
  const Object* other = i < call.args.size() ? ModelCall::object_of(call.args[i]) : nullptr;
  if (other && other->kind == Object::Kind::Sequence) return other;
  call.unsupported(missing::method_of_a_list, call.name);
  return nullptr;
}

bool sort(ModelCall& call, const Object& self) {
  ListOrder order(call, element_type(self.type), comparison(call, 1));
  // libstdc++ itself decides what is compared with what, and when.
  std::list<Location*> sorted(self.elements.begin(), self.elements.end());
  sorted.sort([&](Location* a, Location* b) { return order.is_less(a, b); });
  if (!order.ok()) return order.stopped();
  call.storage().change(&self)->elements.assign(sorted.begin(), sorted.end());
  return call.ret(Value::none());
}

bool reverse(ModelCall& call, const Object& self) {
  std::vector<Location*>& elements = call.storage().change(&self)->elements;
  std::reverse(elements.begin(), elements.end());
  return call.ret(Value::none());
}

/// remove, remove_if and unique.
bool drop(ModelCall& call, const Object& self) {
  Machine& machine = call.machine;
  const QualType type = element_type(self.type);
  ListOrder order(call, type, comparison(call, 1));
  std::vector<Location*> kept;
  std::vector<Location*> dropped;
  for (Location* element : self.elements) {
    const bool drops = call.name == "unique" ? !kept.empty() && order.is_equal(kept.back(), element)
                       : call.name == "remove" ? order.is_equal(element, call.args[0])
                                               : order.holds(element);
    if (!order.ok()) return order.stopped();
    (drops ? dropped : kept).push_back(element);
  }
  const auto removed = static_cast<int64_t>(dropped.size());
  call.storage().change(&self)->elements = std::move(kept);
  // libstdc++ moves each to the beginning of another list, which dies behind all comparisons.
  for (Location* element : llvm::reverse(dropped)) {
    if (!type.isNull() && !machine.destroy_value(call.expr, type, element)) return false;
    machine.end_place(type, element);
  }
  return call.ret(call.callee->getReturnType()->isVoidType() ? Value::none()
                                                             : Value::integer(removed, 64, false));
}

bool merge(ModelCall& call, const Object& self) {
  const Object* other = other_list(call, 0);
  if (other == nullptr) return false;
  ListOrder order(call, element_type(self.type), comparison(call, 2));
  std::vector<Location*> merged;
  std::merge(self.elements.begin(), self.elements.end(), other->elements.begin(),
             other->elements.end(), std::back_inserter(merged),
             [&](Location* a, Location* b) { return order.is_less(a, b); });
  if (!order.ok()) return order.stopped();
  call.storage().change(other)->elements.clear();
  call.storage().change(&self)->elements = std::move(merged);
  return call.ret(Value::none());
}

/// splice(position, other[, first[, last]])
bool splice(ModelCall& call, const Object& self) {
  const Object* other = other_list(call, 1);
  if (other == nullptr) return false;
  int64_t at = 0;
  int64_t first = 0;
  auto last = static_cast<int64_t>(other->elements.size());
  if (!position(call, call.args[0], self, at)) return false;
  if (call.args.size() > 2 && !position(call, call.args[2], *other, first)) return false;
  if (call.args.size() == 3) last = first + 1;
  if (call.args.size() > 3 && !position(call, call.args[3], *other, last)) return false;
  std::vector<Location*>& from = call.storage().change(other)->elements;
  std::vector<Location*> moved(from.begin() + first, from.begin() + last);
  from.erase(from.begin() + first, from.begin() + last);
  if (other == &self && at > first) at -= std::min(at, last) - first;
  std::vector<Location*>& to = call.storage().change(&self)->elements;
  to.insert(to.begin() + at, moved.begin(), moved.end());
  return call.ret(Value::none());
}

using ListMethod = bool (*)(ModelCall& call, const Object& self);

template <ListMethod Run>
bool of_list(ModelCall& call) {
  const Object* self = sequence(call);
  return self ? Run(call, *self) : call.unsupported(missing::this_list);
}

} // namespace

extern const ModelTable std_list_models = {
    {"std::list::sort", of_list<sort>, runs},
    {"std::list::reverse", of_list<reverse>, runs},
    {"std::list::{remove,remove_if,unique}", of_list<drop>, runs},
    {"std::list::merge", of_list<merge>, runs},
    {"std::list::splice", of_list<splice>, runs},
};

} // namespace fx::frontend
