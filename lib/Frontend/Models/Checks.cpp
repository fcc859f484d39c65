// Checks and warnings: what ends a program when a condition does not hold, and what only prints.
// TORCH_CHECK and TORCH_WARN of c10, assert, glog's CHECK family, flags of gflags.
#include "Frontend/Models/Models.h"

#include <fmt/format.h>
#include <llvm/ADT/StringSwitch.h>

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
bool compare(ModelCall& call) {
  Machine& machine = call.machine;
  const auto op = llvm::StringSwitch<BinaryOperatorKind>(call.name)
                      .Case("Check_EQImpl", BO_EQ)
                      .Case("Check_NEImpl", BO_NE)
                      .Case("Check_LEImpl", BO_LE)
                      .Case("Check_LTImpl", BO_LT)
                      .Case("Check_GEImpl", BO_GE)
                      .Default(BO_GT);
  const Value& left = call.args[0].value;
  const Value& right = call.args[1].value;
  Value holds =
      Value::opaque(call.location(), "a check on a value that is known only when the model runs");
  if (!is_unknown(left) && !is_unknown(right) &&
      !machine.arithmetic(call.expr, op, left, right, machine.context().BoolTy, holds))
    return false;
  if (!holds.is(Value::Kind::Int)) return call.ret(holds);
  return call.ret(holds.as_int() ? Value::none() : call.args[2].value);
}

/// gflags' DEFINE_string: the flag is its default value.
bool flag_text(ModelCall& call) {
  return call.ret(Value::pointer(call.storage().allocate(call.args[1].value)));
}

/// gflags knows from here on where the flag is: the command line of the program can set it, and
/// --assume says what it sets.
bool register_flag(ModelCall& call) {
  constexpr size_t current = 3;
  if (call.args.size() <= current || !call.args[0].value.is(Value::Kind::String) ||
      !call.args[current].value.is(Value::Kind::Pointer))
    return call.unsupported();
  const std::string name = fmt::format("FLAGS_{}", call.args[0].value.text());
  Assumption* said = call.machine.oracle().assumption(name);
  const QualType type = call.callee->getParamDecl(current)->getType()->getPointeeType();
  Value value = said ? said->value : Value();
  bool fits = said != nullptr;
  if (said && !call.machine.convert_assumed(call.expr, type, value, fits)) return false;
  if (!fits || !(type->isArithmeticType() || value.is(Value::Kind::String))) {
    // A remark says at the end what --assume says in vain.
    call.report().remark(call.location(), diag::flag_at_its_default, name);
    return call.ret(Value::stateless());
  }
  call.storage().write(call.args[current].value.target(), value);
  said->was_used = true;
  return call.ret(Value::stateless());
}

} // namespace

extern const ModelTable checks_models = {
    {"c10::detail::torchCheckFail", check_failed, says},
    {"c10::{detail::torchCheckMsgImpl,str}", check_message, computes},
    {"__assert_fail", check_failed, says},
    {"c10::{Warning,WarningUtils}::get_warnAlways", never, computes},
    {"c10::{Warning::warn,warn}", no_effect, says},
    {"fLS::dont_pass0toDEFINE_string", flag_text, gives_access},
    {"{google,gflags}::FlagRegisterer::FlagRegisterer", register_flag, refers},
    {"google::GetReferenceableValue", identity, gives_access},
    {"google::Check_{EQ,NE,LE,LT,GE,GT}Impl", compare, compares},
};

} // namespace fx::frontend
