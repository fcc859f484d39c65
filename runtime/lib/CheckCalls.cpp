#include "CheckCalls.h"

#include "fx/Runtime/Errors.h"

#include <ATen/core/Tensor.h>

namespace fx::runtime {

namespace {

bool holds(const Value& value) {
  if (value.isTensor()) return value.toTensor().is_nonzero();
  if (value.isBool()) return value.toBool();
  if (value.isInt()) return value.toInt() != 0;
  return !value.isNone();
}

class AssertCall : public Call {
public:
  Value run(Operands operands) const override {
    if (operands.empty()) throw RuntimeError("torch._assert needs a condition");
    if (!holds(operands[0]))
      throw RuntimeError(operands.size() > 1 && operands[1].isString()
                             ? operands[1].toStringRef()
                             : std::string("an assertion of the graph does not hold"));
    return {};
  }
};

class IsCall : public Call {
public:
  explicit IsCall(bool same) : same_(same) {}
  Value run(Operands operands) const override {
    if (operands.size() != 2) throw RuntimeError("operator.is_ takes two operands");
    const auto is_none = [](const Value& value) {
      return value.isNone() || (value.isTensor() && !value.toTensor().defined());
    };
    const bool same = is_none(operands[0]) || is_none(operands[1])
                          ? is_none(operands[0]) && is_none(operands[1])
                          : operands[0].is(operands[1]);
    return {same == same_};
  }

private:
  bool same_;
};

} // namespace

std::unique_ptr<const Call> make_check_call(const Node& node) {
  if (node.is_call_function("torch._assert")) return std::make_unique<AssertCall>();
  if (node.is_call_function("operator.is_")) return std::make_unique<IsCall>(true);
  if (node.is_call_function("operator.is_not")) return std::make_unique<IsCall>(false);
  return nullptr;
}

} // namespace fx::runtime
