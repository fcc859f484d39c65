// The compiler's atomic operations, which std::atomic is made of. One thread runs what is traced.
#include "Frontend/Eval/Machine.h"

using namespace clang;

namespace fx::frontend {

namespace {

/// "fetch_add" and "add_fetch": the operator, and whether its result is the new value.
struct Step {
  std::optional<BinaryOperatorKind> op;
  bool gives_new = false;
};

Step change_of(llvm::StringRef name) {
  Step change;
  change.gives_new = name.consume_back("_fetch");
  if (!change.gives_new && !name.consume_front("fetch_")) return change;
  change.op = llvm::StringSwitch<std::optional<BinaryOperatorKind>>(name)
                  .Case("add", BO_Add)
                  .Case("sub", BO_Sub)
                  .Case("and", BO_And)
                  .Case("or", BO_Or)
                  .Case("xor", BO_Xor)
                  .Default(std::nullopt);
  return change;
}

/// One atomic operation, under the name of its builtin without prefixes.
class AtomicOperation {
public:
  AtomicOperation(Machine& machine, const AtomicExpr* expr, Result& result)
      : machine_(machine), report_(machine.report()), storage_(machine.storage()), expr_(expr),
        type_(expr->getValueType().getUnqualifiedType()), result_(result),
        name_(expr->getOpAsString()) {}

  bool run();

private:
  bool place_behind(const Expr* pointer, Location*& location);
  bool operand(const Expr* given, Value& value);
  bool store_behind(const Expr* pointer, const Value& value);
  bool load();
  bool store();
  bool flag();
  bool compare_exchange();
  bool change();
  bool in_elements(Value& by);

  Machine& machine_;
  Reporter& report_;
  Storage& storage_;
  const AtomicExpr* expr_;
  QualType type_;
  Result& result_;
  llvm::StringRef name_;
  bool is_gnu_ = false;
  bool by_address_ = false;
  Location* place_ = nullptr;
  Value old_; // that stood there before
};

bool AtomicOperation::run() {
  is_gnu_ = name_.consume_front("__atomic_");
  if (!is_gnu_ && !name_.consume_front("__c11_atomic_")) return report_.unsupported(expr_);
  // The forms of GNU without _n take the address of the operand.
  by_address_ =
      is_gnu_ && !name_.consume_back("_n") &&
      (name_ == "load" || name_ == "store" || name_ == "exchange" || name_.starts_with("compare"));
  if (!place_behind(expr_->getPtr(), place_)) return false;
  old_ = storage_.copy(place_->value());
  if (name_ == "load") return load();
  if (name_ == "store" || name_ == "init" || name_ == "exchange") return store();
  if (name_ == "test_and_set" || name_ == "clear") return flag();
  if (name_.starts_with("compare_exchange")) return compare_exchange();
  return change();
}

bool AtomicOperation::place_behind(const Expr* pointer, Location*& location) {
  Value value;
  if (!machine_.eval(pointer, value)) return false;
  location = machine_.pointee(expr_, value);
  return location != nullptr;
}

bool AtomicOperation::operand(const Expr* given, Value& value) {
  Location* location = nullptr;
  if (!by_address_) return machine_.eval(given, value);
  if (!place_behind(given, location)) return false;
  value = storage_.copy(location->value());
  return true;
}

bool AtomicOperation::store_behind(const Expr* pointer, const Value& value) {
  Location* to = nullptr;
  if (!place_behind(pointer, to)) return false;
  storage_.assign(to, value);
  return true;
}

bool AtomicOperation::load() {
  result_.value = old_;
  return !by_address_ || store_behind(expr_->getVal1(), old_);
}

/// store, init and exchange
bool AtomicOperation::store() {
  Value value;
  if (!operand(expr_->getVal1(), value)) return false;
  storage_.assign(place_, value);
  result_.value = old_;
  return name_ != "exchange" || !by_address_ || store_behind(expr_->getVal2(), old_);
}

/// test_and_set and clear
bool AtomicOperation::flag() {
  storage_.write(place_, Value::boolean(name_ != "clear"));
  if (name_ == "clear") return true;
  bool was_set = false;
  if (!machine_.truth(expr_, old_, was_set, "an atomic flag")) return false;
  result_.value = Value::boolean(was_set);
  return true;
}

bool AtomicOperation::compare_exchange() {
  Location* expected = nullptr;
  Value value;
  if (!place_behind(expr_->getVal1(), expected) || !operand(expr_->getVal2(), value)) return false;
  if (type_->isRecordType()) return report_.unsupported(expr_, missing::atomic_object_of_a_class);
  Value equal;
  bool same = false;
  if (!machine_.arithmetic(expr_, BO_EQ, old_, expected->value(), machine_.context().BoolTy,
                           equal) ||
      !machine_.truth(expr_, equal, same, "an atomic comparison"))
    return false;
  storage_.assign(same ? place_ : expected, same ? value : old_);
  result_.value = Value::boolean(same);
  return true;
}

/// fetch_add, add_fetch and their like
bool AtomicOperation::change() {
  const Step change = change_of(name_);
  if (!change.op) return report_.unsupported(expr_, missing::atomic_operation);
  Value value;
  if (!machine_.eval(expr_->getVal1(), value)) return false;
  if (type_->isPointerType() && is_gnu_ && !in_elements(value)) return false;
  Value changed;
  bool applies = false;
  if (type_->isPointerType()) {
    if (!machine_.pointer_operation(expr_, *change.op, old_, value, changed, applies)) return false;
    if (!applies) return report_.unsupported(expr_, missing::atomic_operation);
  } else if (!machine_.arithmetic(expr_, *change.op, old_, value, type_, changed)) {
    return false;
  }
  storage_.write(place_, changed);
  result_.value = change.gives_new ? changed : old_;
  return true;
}

/// GNU's forms count the step of a pointer in bytes.
bool AtomicOperation::in_elements(Value& by) {
  const int64_t size = machine_.context().getTypeSizeInChars(type_->getPointeeType()).getQuantity();
  if (!by.is(Value::Kind::Int) || size == 0 || by.as_int() % size != 0)
    return report_.unsupported(expr_, missing::step_of_an_atomic_pointer);
  by = Value::integer(by.as_int() / size);
  return true;
}

} // namespace

bool Machine::atomic_operation(const AtomicExpr* expr, Result& result) {
  return AtomicOperation(*this, expr, result).run();
}

} // namespace fx::frontend
