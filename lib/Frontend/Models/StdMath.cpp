// <cmath> and <algorithm> on known numbers.
#include "Frontend/Models/Models.h"

#include <cmath>
#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// A function of <cmath> as it is for each type: they do not round alike.
struct Unary {
  double (*of_double)(double) = nullptr;
  float (*of_float)(float) = nullptr;
  long double (*of_extended)(long double) = nullptr;
};

Unary unary_function(llvm::StringRef name) {
#define FX_UNARY(NAME)                                                                             \
  Unary {                                                                                          \
    [](double x) { return std::NAME(x); }, [](float x) { return std::NAME(x); },                   \
        [](long double x) { return std::NAME(x); }                                                 \
  }
  return llvm::StringSwitch<Unary>(name)
      .Cases({"sqrt", "sqrtf"}, FX_UNARY(sqrt))
      .Cases({"exp", "expf"}, FX_UNARY(exp))
      .Cases({"log", "logf"}, FX_UNARY(log))
      .Case("log2", FX_UNARY(log2))
      .Case("log10", FX_UNARY(log10))
      .Cases({"floor", "floorf", "__builtin_floor"}, FX_UNARY(floor))
      .Cases({"ceil", "ceilf", "__builtin_ceil"}, FX_UNARY(ceil))
      .Cases({"round", "lround", "llround"}, FX_UNARY(round))
      .Cases({"trunc", "truncf"}, FX_UNARY(trunc))
      .Case("log1p", FX_UNARY(log1p))
      .Case("expm1", FX_UNARY(expm1))
      .Case("exp2", FX_UNARY(exp2))
      .Case("lgamma", FX_UNARY(lgamma))
      .Case("tgamma", FX_UNARY(tgamma))
      .Case("erf", FX_UNARY(erf))
      .Case("erfc", FX_UNARY(erfc))
      .Case("asin", FX_UNARY(asin))
      .Case("acos", FX_UNARY(acos))
      .Case("atan", FX_UNARY(atan))
      .Case("sinh", FX_UNARY(sinh))
      .Case("cosh", FX_UNARY(cosh))
      .Case("sin", FX_UNARY(sin))
      .Case("cos", FX_UNARY(cos))
      .Case("tan", FX_UNARY(tan))
      .Case("tanh", FX_UNARY(tanh))
      .Case("cbrt", FX_UNARY(cbrt))
      .Cases({"rint", "nearbyint", "lrint", "llrint"}, FX_UNARY(rint))
      .Cases({"abs", "fabs", "fabsf", "labs"}, FX_UNARY(fabs))
      .Default({});
#undef FX_UNARY
}

struct Binary {
  double (*of_double)(double, double) = nullptr;
  float (*of_float)(float, float) = nullptr;
};

Binary binary_function(llvm::StringRef name) {
#define FX_BINARY(NAME)                                                                            \
  Binary {                                                                                         \
    [](double x, double y) { return std::NAME(x, y); },                                            \
        [](float x, float y) { return std::NAME(x, y); }                                           \
  }
  return llvm::StringSwitch<Binary>(name)
      .Cases({"pow", "powf"}, FX_BINARY(pow))
      .Cases({"hypot", "hypotf"}, FX_BINARY(hypot))
      .Case("atan2", FX_BINARY(atan2))
      .Case("fmod", FX_BINARY(fmod))
      .Case("remainder", FX_BINARY(remainder))
      .Case("copysign", FX_BINARY(copysign))
      .Cases({"fmax", "fmaxf"}, FX_BINARY(fmax))
      .Cases({"fmin", "fminf"}, FX_BINARY(fmin))
      .Default({});
#undef FX_BINARY
}

/// What <cmath> asks of a number.
using Question = bool (*)(double);
Question question(llvm::StringRef name) {
  return llvm::StringSwitch<Question>(name)
      .Case("isnan", [](double x) { return std::isnan(x); })
      .Case("isinf", [](double x) { return std::isinf(x); })
      .Case("isfinite", [](double x) { return std::isfinite(x); })
      .Case("signbit", [](double x) { return std::signbit(x); })
      .Default(nullptr);
}

/// In long double, as the library of this machine computes it.
std::optional<Value> extended_math(llvm::StringRef name, llvm::ArrayRef<Operand> args) {
  const long double x = args[0].value.as_extended();
  const long double y = args.size() > 1 ? args[1].value.as_extended() : 0;
  if (args.size() == 2) {
    if (name == "pow") return Value::extended(std::pow(x, y));
    if (name == "atan2") return Value::extended(std::atan2(x, y));
    if (name == "fmod") return Value::extended(std::fmod(x, y));
    if (name == "hypot") return Value::extended(std::hypot(x, y));
    return std::nullopt;
  }
  const Unary function = unary_function(name);
  if (args.size() != 1 || function.of_extended == nullptr) return std::nullopt;
  return Value::extended(function.of_extended(x));
}

/// The function of Python that computes the same of floating point numbers.
std::string_view python_function(llvm::StringRef name) {
  return llvm::StringSwitch<std::string_view>(name)
      .Cases({"sqrt", "sqrtf"}, "math.sqrt")
      .Cases({"exp", "expf"}, "math.exp")
      .Cases({"log", "logf"}, "math.log")
      .Case("log2", "math.log2")
      .Case("log10", "math.log10")
      .Cases({"floor", "floorf"}, "math.floor")
      .Cases({"ceil", "ceilf"}, "math.ceil")
      .Case("sin", "math.sin")
      .Case("cos", "math.cos")
      .Case("tan", "math.tan")
      .Case("tanh", "math.tanh")
      .Cases({"abs", "fabs", "fabsf", "labs"}, "builtins.abs")
      .Cases({"pow", "powf"}, "math.pow")
      .Case("fmod", "math.fmod")
      .Default({});
}

/// A function of numbers that only a run knows: a call of Python's function of the same meaning.
bool symbolic(ModelCall& call, std::string_view target) {
  SymbolicNumbers& numbers = call.machine.symbolic();
  if (target.empty())
    return call.error(
        fmt::format("std::{} of a number that is known only when the model runs has no "
                    "counterpart in Python",
                    call.name));
  std::vector<Argument> args;
  for (const Operand& operand : call.args) {
    Operand given = operand;
    // Those of math make floats of their arguments themselves.
    if (target.starts_with("math.")) given.value = numbers.unconverted(given.value);
    Argument argument;
    if (!call.graph().lower(given, argument)) return false;
    args.push_back(std::move(argument));
  }
  Value value =
      Value::node(call.graph().emit(call.expr, Opcode::CallFunction, target, std::move(args)));
  // In Python these give integers, abs() one of an integer.
  const bool is_of_integer =
      target == "builtins.abs" && call.callee->getNumParams() == 1 &&
      call.callee->getParamDecl(0)->getType()->isIntegralType(call.machine.context());
  if (target == "math.floor" || target == "math.ceil" || is_of_integer)
    numbers.make_floating(call.expr, call.callee->getReturnType(), value);
  return call.ret(value);
}

bool math(ModelCall& call) {
  Machine& machine = call.machine;
  const std::string name(call.name);
  for (const Operand& operand : call.args) {
    if (operand.value.is(Value::Kind::Opaque)) return call.ret(operand.value);
    if (operand.value.is_node()) return symbolic(call, python_function(name));
    if (!operand.value.is_number()) return call.unsupported();
  }
  const double x = call.args[0].value.as_double();
  const QualType type = call.callee->getReturnType();
  const bool single = type->isRealFloatingType() && machine.context().getTypeSize(type) == 32;
  Value value;
  if (!machine.is_extended(type) &&
      llvm::any_of(call.args, [](const Operand& operand) { return operand.value.is_extended(); }))
    return call.unsupported("std::" + name + " of this number in long double");
  if (machine.is_extended(type)) {
    const bool is_held =
        &machine.context().getFloatTypeSemantics(type) == &llvm::APFloat::x87DoubleExtended() &&
        llvm::none_of(call.args, [](const Operand& operand) { return operand.value.is_rounded(); });
    const std::optional<Value> known =
        is_held ? extended_math(name, call.args) : std::optional<Value>();
    return known ? call.ret(*known) : call.unsupported("std::" + name + " in long double");
  }
  if (name == "abs" && call.args[0].value.is(Value::Kind::Int)) {
    value = Value::integer(std::abs(call.args[0].value.as_int()));
  } else if (const Question ask = question(name)) {
    value = Value::boolean(ask(x));
  } else if (name == "hypot" && call.args.size() == 3) {
    const double y = call.args[1].value.as_double();
    const double z = call.args[2].value.as_double();
    value = Value::floating(
        single ? std::hypot(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z))
               : std::hypot(x, y, z));
  } else if (const Binary function = binary_function(name); function.of_double) {
    const double y = call.args[1].value.as_double();
    // C leaves open which of two zeros it is, and optimisers take either.
    if (name.starts_with("fm") && name != "fmod" && x == 0 && y == 0 &&
        std::signbit(x) != std::signbit(y))
      return call.ret(
          Value::opaque(call.location(), "which of two zeros this is, is not specified"));
    value = Value::floating(single ? function.of_float(static_cast<float>(x), static_cast<float>(y))
                                   : function.of_double(x, y));
  } else if (const Unary function = unary_function(name); function.of_double) {
    value =
        Value::floating(single ? function.of_float(static_cast<float>(x)) : function.of_double(x));
  } else {
    return call.unsupported("std::" + name);
  }
  return machine.convert(call.expr, type, value) && call.ret(value);
}

/// Objects, or an order that the program gives: the library's own code.
bool run_library_body(ModelCall& call) {
  const FunctionDecl* body = call.machine.definition(call.callee);
  return body ? call.machine.run_body(call.expr, body, nullptr, call.args, call.result)
              : call.unsupported();
}

/// min, max of two values or an initializer list; clamp.
bool choose(ModelCall& call) {
  llvm::SmallVector<Operand, 4> candidates = call.args;
  if (const Object* list = ModelCall::object_of(call.args[0]);
      list && list->kind == Object::Kind::Sequence && call.args.size() == 1) {
    candidates.clear();
    for (Location* element : list->elements) {
      Operand operand;
      operand.value = element->value();
      operand.place = element;
      candidates.push_back(operand);
    }
  }
  if (candidates.empty()) return call.unsupported();
  for (const Operand& operand : candidates) {
    if (operand.value.is(Value::Kind::Opaque)) return call.ret(operand.value);
    if (operand.value.is_node())
      return symbolic(call, call.name == "max"   ? "builtins.max"
                            : call.name == "min" ? "builtins.min"
                                                 : "");
    if (!operand.value.is_number()) return run_library_body(call);
  }
  const auto less = [](const Operand& a, const Operand& b) {
    if (!a.value.is(Value::Kind::Int) || !b.value.is(Value::Kind::Int))
      return a.value.as_double() < b.value.as_double();
    return a.value.is_signed()
               ? a.value.as_int() < b.value.as_int()
               : static_cast<uint64_t>(a.value.as_int()) < static_cast<uint64_t>(b.value.as_int());
  };
  const Operand* chosen = &candidates[0];
  if (call.name == "clamp") {
    if (candidates.size() != 3) return call.unsupported();
    if (less(candidates[0], candidates[1]))
      chosen = &candidates[1];
    else if (less(candidates[2], candidates[0]))
      chosen = &candidates[2];
  } else {
    for (const Operand& operand : llvm::ArrayRef<Operand>(candidates).drop_front())
      if (call.name == "max" ? less(*chosen, operand) : less(operand, *chosen)) chosen = &operand;
  }
  call.result.place = chosen->place;
  return call.ret(chosen->value);
}

} // namespace

#define FX_MATH(NAME)                                                                              \
  {NAME, math, contract::computes}, {                                                              \
    "std::" NAME, math, contract::computes                                                         \
  }

/// One of the arguments, by an order that the program may give.
constexpr Contract chooses{.reads = contract::reachable,
                           .writes = Part::Nothing,
                           .calls = Calls::Elements | Calls::Callables,
                           .keeps = Part::Nothing,
                           .returns = Returns::Place};

ModelTable std_math_models() {
  static const ModelEntry table[] = {
      FX_MATH("sqrt"),
      FX_MATH("exp"),
      FX_MATH("log"),
      FX_MATH("log2"),
      FX_MATH("log10"),
      FX_MATH("floor"),
      FX_MATH("ceil"),
      FX_MATH("round"),
      FX_MATH("trunc"),
      FX_MATH("sin"),
      FX_MATH("cos"),
      FX_MATH("tan"),
      FX_MATH("tanh"),
      FX_MATH("cbrt"),
      FX_MATH("abs"),
      FX_MATH("fabs"),
      FX_MATH("fabsf"),
      FX_MATH("pow"),
      FX_MATH("fmod"),
      FX_MATH("sqrtf"),
      FX_MATH("powf"),
      FX_MATH("expf"),
      FX_MATH("logf"),
      FX_MATH("floorf"),
      FX_MATH("ceilf"),
      FX_MATH("truncf"),
      FX_MATH("log1p"),
      FX_MATH("expm1"),
      FX_MATH("exp2"),
      FX_MATH("lgamma"),
      FX_MATH("tgamma"),
      FX_MATH("erf"),
      FX_MATH("erfc"),
      FX_MATH("asin"),
      FX_MATH("acos"),
      FX_MATH("atan"),
      FX_MATH("sinh"),
      FX_MATH("cosh"),
      FX_MATH("hypot"),
      FX_MATH("atan2"),
      FX_MATH("lround"),
      FX_MATH("labs"),
      FX_MATH("hypotf"),
      FX_MATH("fmax"),
      FX_MATH("fmaxf"),
      FX_MATH("fmin"),
      FX_MATH("fminf"),
      FX_MATH("remainder"),
      FX_MATH("copysign"),
      FX_MATH("rint"),
      FX_MATH("nearbyint"),
      FX_MATH("lrint"),
      FX_MATH("llrint"),
      FX_MATH("llround"),
      FX_MATH("isnan"),
      FX_MATH("isinf"),
      FX_MATH("isfinite"),
      FX_MATH("signbit"),
      {"std::min", choose, chooses},
      {"std::max", choose, chooses},
      {"std::clamp", choose, chooses},
      {"__builtin_floor", math, contract::computes},
      {"__builtin_ceil", math, contract::computes},
  };
  return table;
}
#undef FX_MATH

} // namespace fx::frontend
