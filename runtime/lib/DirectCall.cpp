#include "DirectCall.h"

#include <ATen/core/Tensor.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace fx::runtime {

namespace {

template <class Return, class... Parameters>
class DirectCall : public Call {
public:
  DirectCall(const c10::OperatorHandle& op, size_t operands)
      : op_(op.typed<Return(Parameters...)>()) {
    for (size_t i = operands; i < sizeof...(Parameters); ++i)
      defaults_[i] = op.schema().arguments()[i].default_value()->toScalar();
  }

  Value run(Operands operands) const override {
    return call(operands, std::index_sequence_for<Parameters...>());
  }

private:
  template <size_t... I>
  Value call(Operands operands, std::index_sequence<I...>) const {
    return Value(op_.call(argument<Parameters>(operands, I)...));
  }

  template <class Parameter>
  decltype(auto) argument(Operands operands, size_t index) const {
    if constexpr (std::is_same_v<Parameter, const at::Scalar&>)
      return index < operands.size() ? operands[index].toScalar() : defaults_[index];
    else
      return static_cast<Parameter>(operands[index].toTensor());
  }

  c10::TypedOperatorHandle<Return(Parameters...)> op_;
  std::array<at::Scalar, sizeof...(Parameters)> defaults_;
};

/// A letter for each parameter: a tensor, one that is written, a scalar; empty: another, or another
/// result than a tensor.
std::string kinds_of(const c10::FunctionSchema& schema) {
  if (schema.returns().size() != 1 ||
      schema.returns()[0].type()->kind() != c10::TypeKind::TensorType)
    return "";
  std::string kinds;
  for (const c10::Argument& argument : schema.arguments()) {
    const bool is_written = argument.alias_info() && argument.alias_info()->isWrite();
    switch (argument.type()->kind()) {
    case c10::TypeKind::TensorType: kinds += is_written ? 'w' : 't'; break;
    case c10::TypeKind::NumberType: kinds += 's'; break;
    default: return "";
    }
  }
  return kinds;
}

template <class Return, class... Parameters>
std::unique_ptr<const Call> make(const c10::OperatorHandle& op, size_t operands) {
  return std::make_unique<DirectCall<Return, Parameters...>>(op, operands);
}

struct Row {
  std::string_view kinds;
  std::unique_ptr<const Call> (*make)(const c10::OperatorHandle& op, size_t operands);
};

using In = const at::Tensor&;
using Out = at::Tensor&;
using Number = const at::Scalar&;
constexpr Row rows[] = {{"t", make<at::Tensor, In>},
                        {"tt", make<at::Tensor, In, In>},
                        {"ts", make<at::Tensor, In, Number>},
                        {"tts", make<at::Tensor, In, In, Number>},
                        {"tss", make<at::Tensor, In, Number, Number>},
                        {"w", make<Out, Out>},
                        {"wt", make<Out, Out, In>},
                        {"ws", make<Out, Out, Number>},
                        {"wts", make<Out, Out, In, Number>},
                        {"wss", make<Out, Out, Number, Number>}};

} // namespace

std::unique_ptr<const Call> make_direct_call(const c10::OperatorHandle& op, size_t operands) {
  const std::string kinds = kinds_of(op.schema());
  for (size_t i = operands; i < kinds.size(); ++i)
    if (kinds[i] != 's' || !op.schema().arguments()[i].default_value()) return nullptr;
  for (const Row& row : rows)
    if (row.kinds == kinds) {
      try {
        return row.make(op, operands);
      } catch (const c10::Error&) {
        return nullptr; // a C++ function of another type, of an operator that the program
                        // registered
      }
    }
  return nullptr;
}

} // namespace fx::runtime
