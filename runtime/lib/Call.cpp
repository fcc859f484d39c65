#include "Call.h"

#include "CheckCalls.h"
#include "Functions.h"
#include "GuardCall.h"
#include "KernelsCall.h"
#include "Members.h"
#include "OperatorCall.h"
#include "TraceState.h"

#include "fx/Ops/Callee.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Ops/PythonArithmetic.h"
#include "fx/Runtime/Errors.h"

#include <ATen/TensorOperators.h>
#include <ATen/core/Tensor.h>

#include <fmt/format.h>

#include <algorithm>

namespace fx::runtime {

namespace {

using ops::Callee;

bool has_tensor(Operands operands) {
  return std::any_of(operands.begin(), operands.end(),
                     [](const Value& value) { return value.isTensor(); });
}

/// `2 - x` in C++: operators of its own, which call others of LibTorch than Python does for it.
struct NumberFirst {
  /// Where they give what Python gives. Elsewhere x's type holds in C++, and Python's is wider.
  enum class Agrees { Always, WhereTheTypeHolds, OnFloatingPoint };

  at::Tensor (*compute)(const at::Scalar& number, const at::Tensor& x) = nullptr;
  Agrees agrees = Agrees::Always;
};

NumberFirst number_first(std::string_view cpp) {
#define FX_NUMBER_FIRST(OPERATOR, AGREES)                                                          \
  if (cpp == #OPERATOR)                                                                            \
    return {[](const at::Scalar& number, const at::Tensor& x) { return number OPERATOR x; },       \
            NumberFirst::Agrees::AGREES};
  FX_NUMBER_FIRST(+, Always)
  FX_NUMBER_FIRST(-, WhereTheTypeHolds)
  FX_NUMBER_FIRST(*, Always)
  FX_NUMBER_FIRST(/, OnFloatingPoint)
  FX_NUMBER_FIRST(%, WhereTheTypeHolds)
  FX_NUMBER_FIRST(&, Always)
  FX_NUMBER_FIRST(|, Always)
  FX_NUMBER_FIRST(^, Always)
  FX_NUMBER_FIRST(<, Always)
  FX_NUMBER_FIRST(<=, Always)
  FX_NUMBER_FIRST(>, Always)
  FX_NUMBER_FIRST(>=, Always)
  FX_NUMBER_FIRST(==, Always)
  FX_NUMBER_FIRST(!=, Always)
#undef FX_NUMBER_FIRST
  return {};
}

/// Python's operators: LibTorch computes them on tensors, Python's rules on numbers.
class ArithmeticCall : public Call {
public:
  ArithmeticCall(const ops::OperatorSpelling* row, std::unique_ptr<const Call> on_tensors,
                 std::unique_ptr<const Call> on_numbers)
      : number_first_(row != nullptr && row->operands == 2 ? number_first(row->cpp)
                                                           : NumberFirst()),
        on_tensors_(std::move(on_tensors)), on_numbers_(std::move(on_numbers)) {}

  Value run(Operands operands) const override {
    if (is_number_first(operands))
      return number_first_.compute(operands[0].toScalar(), operands[1].toTensor());
    return (has_tensor(operands) ? on_tensors_ : on_numbers_)->run(operands);
  }

private:
  bool is_number_first(Operands operands) const {
    if (number_first_.compute == nullptr || operands.size() != 2 || !operands[0].isScalar() ||
        !operands[1].isTensor())
      return false;
    const c10::ScalarType type = operands[1].toTensor().scalar_type();
    switch (number_first_.agrees) {
    case NumberFirst::Agrees::Always: return true;
    case NumberFirst::Agrees::WhereTheTypeHolds:
      if (c10::isIntegralType(type, /*includeBool=*/false)) return operands[0].isInt();
      [[fallthrough]];
    case NumberFirst::Agrees::OnFloatingPoint: break;
    }
    return c10::isComplexType(type) ||
           (c10::isFloatingType(type) && !operands[0].isComplexDouble());
  }

  NumberFirst number_first_;
  std::unique_ptr<const Call> on_tensors_, on_numbers_;
};

/// torch.tensor: the kernels make it of the numbers, on the CPU.
class TensorCall : public Call {
public:
  explicit TensorCall(const Node& node) : node_(node), numbers_(make_kernels_call(node)) {}

  Value run(Operands operands) const override {
    std::optional<c10::Device> device;
    bool requires_grad = false;
    for (size_t i = 0; i < node_.kwargs().size(); ++i) {
      const std::string_view name = node_.kwargs()[i].name;
      const Value& value = operands[node_.args().size() + i];
      if (value.isNone()) continue;
      if (name == "device")
        device = value.isString() ? c10::Device(value.toStringRef()) : value.toDevice();
      if (name == "requires_grad") requires_grad = value.toBool();
    }
    // Its numbers are written into memory, which nothing that is traced has: a constant of the
    // trace, as torch::tensor() gives one.
    const Untraced untraced;
    at::Tensor made = numbers_->run(operands).toTensor();
    if (device) made = made.to(*device);
    if (this_thread().tracer != nullptr) this_thread().finish_made(made);
    return made.requires_grad_(requires_grad);
  }

private:
  const Node& node_;
  std::unique_ptr<const Call> numbers_;
};

/// operator.getitem: of a list or tuple here, else as the kernels have it.
class GetItemCall : public Call {
public:
  explicit GetItemCall(const Node& node) : other_(make_kernels_call(node)) {}

  Value run(Operands operands) const override {
    const bool is_item = operands.size() == 2 && operands[1].isInt();
    if (is_item && operands[0].isTuple()) {
      const auto& items = operands[0].toTupleRef().elements();
      return items[place(operands[1].toInt(), items.size())];
    }
    if (is_item && operands[0].isList()) {
      const auto items = operands[0].toList();
      return items.get(place(operands[1].toInt(), items.size()));
    }
    if (operands.size() == 2 && operands[0].isGenericDict()) {
      const auto dict = operands[0].toGenericDict();
      const auto found = dict.find(operands[1]);
      if (found == dict.end()) throw RuntimeError("the dictionary has no such key");
      return found->value();
    }
    return other_->run(operands);
  }

private:
  static size_t place(int64_t index, size_t count) {
    if (const std::optional<size_t> found = ops::python_index(index, count)) return *found;
    throw RuntimeError(fmt::format("index {} is out of range: there are {} items", index, count));
  }

  std::unique_ptr<const Call> other_;
};

/// "operator.iadd" -> the overloads of "add_".
std::span<const ops::Schema> inplace_schemas(const Node& node) {
  constexpr std::string_view prefix = "operator.i";
  const std::string_view target = node.target();
  if (!target.starts_with(prefix)) return {};
  const std::string plain = "operator." + std::string(target.substr(prefix.size()));
  const ops::OperatorSpelling* row = ops::find_operator(plain);
  if (row == nullptr) row = ops::find_operator(plain + "_");
  if (row == nullptr) return {};
  return ops::libtorch_of(node).find_schemas(std::string(row->on_tensors) + "_");
}

std::unique_ptr<const Call> make_python_call(const Node& node, const Callee& callee) {
  if (node.target().view() == "operator.getitem") return std::make_unique<GetItemCall>(node);
  if (node.target().view() == "builtins.getattr") return make_member_call(make_kernels_call(node));
  const std::span<const ops::Schema> schemas = operator_schemas(node);
  std::unique_ptr<const Call> on_tensors;
  if (!schemas.empty()) on_tensors = make_operator_call(node, schemas);
  std::unique_ptr<const Call> on_numbers = make_kernels_call(node);
  if (!on_tensors) return on_numbers;
  return std::make_unique<ArithmeticCall>(callee.arithmetic, std::move(on_tensors),
                                          std::move(on_numbers));
}

} // namespace

std::span<const ops::Schema> operator_schemas(const Node& node) {
  const Callee& callee = ops::callee_of(node);
  if (node.op() == Opcode::CallMethod || !callee.is_python()) return callee.schemas;
  if (callee.is(Callee::Kind::Inplace)) return inplace_schemas(node);
  if (callee.arithmetic == nullptr || callee.arithmetic->on_tensors.empty()) return {};
  return ops::libtorch_of(node).find_schemas(callee.arithmetic->on_tensors);
}

std::unique_ptr<const Call> make_call(const Node& node) {
  if (std::unique_ptr<const Call> own = make_function_call(node)) return own;
  if (std::unique_ptr<const Call> check = make_check_call(node)) return check;
  if (std::unique_ptr<const Call> guard = make_guard_call(node)) return guard;
  const Callee& callee = ops::callee_of(node);
  const bool is_method = node.op() == Opcode::CallMethod;
  if (!is_method && node.target().view() == "torch.tensor")
    return std::make_unique<TensorCall>(node);
  if (!is_method && callee.is_python()) return make_python_call(node, callee);
  if (callee.is(Callee::Kind::Operator)) {
    if (std::unique_ptr<const Call> call = make_operator_call(node, callee.schemas)) return call;
  } else if (!callee.is(Callee::Kind::User)) {
    return make_kernels_call(node);
  } else if (std::unique_ptr<const Call> call = make_registered_call(node)) {
    return call;
  }
  if (callee.is(Callee::Kind::User))
    throw RuntimeError(fmt::format(
        "'{}' is no {} that LibTorch or Python has, and none that this program registered; make it "
        "known by fx::register_function(\"{}\", ...)",
        node.target().view(), is_method ? "method" : "function", node.target().view()));
  throw RuntimeError(fmt::format("{} does not take the operands of '{}'", node.target().view(),
                                 node.name().view()));
}

} // namespace fx::runtime
