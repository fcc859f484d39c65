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

} // namespace

bool Machine::atomic_operation(const AtomicExpr* expr, Result& result) {
  llvm::StringRef name = expr->getOpAsString();
  const bool is_gnu = name.consume_front("__atomic_");
  if (!is_gnu && !name.consume_front("__c11_atomic_")) return report_.unsupported(expr);
  const QualType type = expr->getValueType().getUnqualifiedType();
  const auto place_behind = [&](const Expr* pointer, Location*& location) {
    Value value;
    if (!eval(pointer, value)) return false;
    location = pointee(expr, value);
    return location != nullptr;
  };
  // The forms of GNU without _n take the address of the operand.
  const bool by_address =
      is_gnu && !name.consume_back("_n") &&
      (name == "load" || name == "store" || name == "exchange" || name.starts_with("compare"));
  const auto operand = [&](const Expr* given, Value& value) {
    Location* location = nullptr;
    if (!by_address) return eval(given, value);
    if (!place_behind(given, location)) return false;
    value = storage_.copy(location->value());
    return true;
  };
  Location* place = nullptr;
  Value value;
  if (!place_behind(expr->getPtr(), place)) return false;
  const Value old = storage_.copy(place->value());
  if (name == "load") {
    result.value = old;
    if (!by_address) return true;
    Location* to = nullptr;
    if (!place_behind(expr->getVal1(), to)) return false;
    storage_.assign(to, old);
    return true;
  }
  if (name == "store" || name == "init" || name == "exchange") {
    if (!operand(expr->getVal1(), value)) return false;
    storage_.assign(place, value);
    result.value = old;
    if (name != "exchange" || !by_address) return true;
    Location* to = nullptr;
    if (!place_behind(expr->getVal2(), to)) return false;
    storage_.assign(to, old);
    return true;
  }
  if (name == "test_and_set" || name == "clear") {
    storage_.write(place, Value::boolean(name != "clear"));
    if (name == "clear") return true;
    bool was_set = false;
    if (!truth(expr, old, was_set, "an atomic flag")) return false;
    result.value = Value::boolean(was_set);
    return true;
  }
  if (name.starts_with("compare_exchange")) {
    Location* expected = nullptr;
    if (!place_behind(expr->getVal1(), expected) || !operand(expr->getVal2(), value)) return false;
    if (type->isRecordType()) return report_.unsupported(expr, "an atomic object of a class");
    Value equal;
    bool same = false;
    if (!arithmetic(expr, BO_EQ, old, expected->value(), context_.BoolTy, equal) ||
        !truth(expr, equal, same, "an atomic comparison"))
      return false;
    storage_.assign(same ? place : expected, same ? value : old);
    result.value = Value::boolean(same);
    return true;
  }
  const Step change = change_of(name);
  if (!change.op) return report_.unsupported(expr, "this atomic operation");
  if (!eval(expr->getVal1(), value)) return false;
  if (type->isPointerType() && is_gnu) {
    // Counted in bytes.
    const int64_t size = context_.getTypeSizeInChars(type->getPointeeType()).getQuantity();
    if (!value.is(Value::Kind::Int) || size == 0 || value.as_int() % size != 0)
      return report_.unsupported(expr, "this step of an atomic pointer");
    value = Value::integer(value.as_int() / size);
  }
  Value changed;
  bool applies = false;
  if (type->isPointerType()) {
    if (!pointer_operation(expr, *change.op, old, value, changed, applies)) return false;
    if (!applies) return report_.unsupported(expr, "this atomic operation");
  } else if (!arithmetic(expr, *change.op, old, value, type, changed)) {
    return false;
  }
  storage_.write(place, changed);
  result.value = change.gives_new ? changed : old;
  return true;
}

} // namespace fx::frontend
