// Checks and warnings: what ends a program when a condition does not hold, and what only prints.
// TORCH_CHECK and TORCH_WARN of c10, assert, glog's CHECK family, flags of gflags.
#include "Frontend/Models/Models.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// A failed TORCH_CHECK or assert: what the program would print.
bool check_failed(ModelCall& call) {
  std::string text;
  for (const Operand& operand : call.args)
    if (operand.value.is(Value::Kind::String)) text = operand.value.text();
  if (call.name == "__assert_fail")
    return call.machine.end_program(call.expr, "a check fails: " + text);
  return call.machine.raise(call.expr, "c10::Error", "a check fails: " + text);
}

/// The message of a TORCH_CHECK: known text joined.
bool check_message(ModelCall& call) {
  std::string text;
  for (const Operand& operand : call.args) {
    if (operand.defaulted) continue;
    if (operand.value.is(Value::Kind::String))
      text += operand.value.text();
    else if (operand.value.is(Value::Kind::Int))
      text += std::to_string(operand.value.as_int());
    else if (operand.value.is(Value::Kind::Float))
      text += fmt::format("{}", operand.value.as_double());
    else
      text += "?";
  }
  return call.ret(Value::string(text));
}

bool no_effect(ModelCall& call) {
  return call.ret(Value::none());
}

bool never(ModelCall& call) {
  return call.ret(Value::boolean(false));
}

bool identity(ModelCall& call) {
  call.result.place = call.args[0].place;
  return call.ret(call.args[0].value);
}

/// glog's CHECK_EQ(a, b): null when it holds, a message when not.
template <BinaryOperatorKind Op>
bool compare(ModelCall& call) {
  Machine& machine = call.machine;
  const Value& left = call.args[0].value;
  const Value& right = call.args[1].value;
  Value holds =
      Value::opaque(call.location(), "a check on a value that is known only when the model runs");
  if (!is_unknown(left) && !is_unknown(right) &&
      !machine.arithmetic(call.expr, Op, left, right, machine.context().BoolTy, holds))
    return false;
  if (!holds.is(Value::Kind::Int)) return call.ret(holds);
  return call.ret(holds.as_int() ? Value::none() : call.args[2].value);
}

/// gflags' DEFINE_string: the flag is its default value.
bool flag_text(ModelCall& call) {
  return call.ret(Value::pointer(call.storage().allocate(call.args[1].value)));
}

/// gflags knows from here on where the flag is: the command line can set it.
bool register_flag(ModelCall& call) {
  call.report().remark(call.location(), diag::flag_at_its_default);
  return call.ret(Value::stateless());
}

constexpr ModelEntry table[] = {
    {"c10::detail::torchCheckFail", check_failed, contract::says},
    {"c10::detail::torchCheckMsgImpl", check_message, contract::computes},
    {"c10::str", check_message, contract::computes},
    {"__assert_fail", check_failed, contract::says},
    {"c10::Warning::get_warnAlways", never, contract::computes},
    {"c10::Warning::warn", no_effect, contract::says},
    {"fLS::dont_pass0toDEFINE_string", flag_text, contract::gives_access},
    {"google::FlagRegisterer::FlagRegisterer", register_flag, contract::refers},
    {"gflags::FlagRegisterer::FlagRegisterer", register_flag, contract::refers},
    {"google::GetReferenceableValue", identity, contract::gives_access},
    {"google::Check_EQImpl", compare<BO_EQ>, contract::compares},
    {"google::Check_NEImpl", compare<BO_NE>, contract::compares},
    {"google::Check_LEImpl", compare<BO_LE>, contract::compares},
    {"google::Check_LTImpl", compare<BO_LT>, contract::compares},
    {"google::Check_GEImpl", compare<BO_GE>, contract::compares},
    {"google::Check_GTImpl", compare<BO_GT>, contract::compares},
};

} // namespace

ModelTable checks_models() {
  return table;
}

} // namespace fx::frontend
