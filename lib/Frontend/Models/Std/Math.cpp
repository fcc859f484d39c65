// <cmath> and <algorithm> on known numbers.
#include "Frontend/Models/Models.h"
#include "fx/IR/ValueType.h"

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

struct Binary {
  double (*of_double)(double, double) = nullptr;
  float (*of_float)(float, float) = nullptr;
  long double (*of_extended)(long double, long double) = nullptr;
};

/// A row of MathFunctions.def.
struct MathFunction {
  llvm::StringRef name;
  llvm::StringRef other_names;
  std::string_view python;  // the function that computes the same; empty: there is none
  std::string_view why_not; // then
  bool is_whole = false;    // whether Python's gives an integer
  Unary unary;
  Binary binary;
  bool (*question)(double) = nullptr;
};

#define FX_UNARY(NAME)                                                                             \
  {[](double x) { return std::NAME(x); }, [](float x) { return std::NAME(x); },                    \
   [](long double x) { return std::NAME(x); }}
#define FX_BINARY(NAME)                                                                            \
  {[](double x, double y) { return std::NAME(x, y); },                                             \
   [](float x, float y) { return std::NAME(x, y); },                                               \
   [](long double x, long double y) { return std::NAME(x, y); }}
constexpr MathFunction math_functions[] = {
#define FX_MATH_1(NAME, NAMES, TARGET, RESULT, FOLDING, TORCHSCRIPT)                               \
  {#NAME, NAMES, TARGET, {}, ValueType::Kind::RESULT == ValueType::Kind::Int, FX_UNARY(NAME), {}},
#define FX_MATH_2(NAME, NAMES, TARGET, RESULT, FOLDING, TORCHSCRIPT)                               \
  {#NAME, NAMES, TARGET, {}, ValueType::Kind::RESULT == ValueType::Kind::Int, {}, FX_BINARY(NAME)},
#define FX_MATH_LIKE_1(NAME, NAMES, TARGET) {#NAME, NAMES, TARGET, {}, false, FX_UNARY(NAME), {}},
#define FX_CPP_MATH_1(NAME, NAMES, WHY) {#NAME, NAMES, {}, WHY, false, FX_UNARY(NAME), {}},
#define FX_CPP_MATH_2(NAME, NAMES, WHY) {#NAME, NAMES, {}, WHY, false, {}, FX_BINARY(NAME)},
#define FX_CPP_QUESTION(NAME, NAMES, WHY)                                                          \
  {#NAME, NAMES, {}, WHY, false, {}, {}, [](double x) { return std::NAME(x); }},
#include "fx/Ops/MathFunctions.def"
};
#undef FX_UNARY
#undef FX_BINARY

/// By any of its names; every name that has a model is one of them.
const MathFunction& find_math_function(llvm::StringRef name) {
  name.consume_front("__builtin_");
  return *std::ranges::find_if(math_functions, [&](const MathFunction& function) {
    return name == function.name ||
           llvm::is_contained(llvm::split(function.other_names, ','), name);
  });
}

/// In long double, as the library of this machine computes it.
std::optional<Value> extended_math(const MathFunction& function, llvm::ArrayRef<Operand> args) {
  const long double x = args[0].value.as_extended();
  if (args.size() == 1 && function.unary.of_extended)
    return Value::extended(function.unary.of_extended(x));
  // Which of two zeros fmax and fmin give is left open.
  if (args.size() == 2 && function.binary.of_extended && !function.python.empty())
    return Value::extended(function.binary.of_extended(x, args[1].value.as_extended()));
  return std::nullopt;
}

/// A function of numbers that only a run knows: a call of Python's function of the same meaning.
bool symbolic(ModelCall& call, std::string_view target, std::string_view why_not, bool is_whole) {
  SymbolicNumbers& numbers = call.machine.symbolic();
  if (target.empty()) return call.error(diag::math_function_not_in_python, call.name, why_not);
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
  if (is_whole || is_of_integer)
    numbers.make_floating(call.expr, call.callee->getReturnType(), value);
  return call.ret(value);
}

bool math(ModelCall& call) {
  Machine& machine = call.machine;
  const std::string name(call.name);
  const MathFunction& function = find_math_function(name);
  for (const Operand& operand : call.args) {
    if (operand.value.is(Value::Kind::Opaque)) return call.ret(operand.value);
    if (operand.value.is_node())
      return symbolic(call, function.python, function.why_not, function.is_whole);
    if (!operand.value.is_number()) return call.unsupported();
  }
  const double x = call.args[0].value.as_double();
  const QualType type = call.callee->getReturnType();
  const bool single = type->isRealFloatingType() && machine.context().getTypeSize(type) == 32;
  Value value;
  if (!machine.is_extended(type) &&
      llvm::any_of(call.args, [](const Operand& operand) { return operand.value.is_extended(); }))
    return call.unsupported(missing::long_double_number_of_std_function, name);
  if (machine.is_extended(type)) {
    const bool is_held =
        &machine.context().getFloatTypeSemantics(type) == &llvm::APFloat::x87DoubleExtended() &&
        llvm::none_of(call.args, [](const Operand& operand) { return operand.value.is_rounded(); });
    const std::optional<Value> known =
        is_held ? extended_math(function, call.args) : std::optional<Value>();
    return known ? call.ret(*known) : call.unsupported(missing::long_double_std_function, name);
  }
  if ((name == "abs" || name == "labs") && call.args[0].value.is(Value::Kind::Int)) {
    value = Value::integer(std::abs(call.args[0].value.as_int()));
  } else if (function.question) {
    value = Value::boolean(function.question(x));
  } else if (name == "hypot" && call.args.size() == 3) {
    const double y = call.args[1].value.as_double();
    const double z = call.args[2].value.as_double();
    value = Value::floating(
        single ? std::hypot(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z))
               : std::hypot(x, y, z));
  } else if (function.binary.of_double && call.args.size() == 2) {
    const double y = call.args[1].value.as_double();
    // C leaves open which of two zeros it is, and optimisers take either.
    if (function.python.empty() && x == 0 && y == 0 && std::signbit(x) != std::signbit(y))
      return call.ret(
          Value::opaque(call.location(), "which of two zeros this is, is not specified"));
    value = Value::floating(
        single ? function.binary.of_float(static_cast<float>(x), static_cast<float>(y))
               : function.binary.of_double(x, y));
  } else if (function.unary.of_double) {
    value = Value::floating(single ? function.unary.of_float(static_cast<float>(x))
                                   : function.unary.of_double(x));
  } else {
    return call.unsupported();
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
      return symbolic(call,
                      call.name == "max"   ? "builtins.max"
                      : call.name == "min" ? "builtins.min"
                                           : "",
                      "write it with std::min and std::max", false);
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

extern const ModelTable std_math_models = {
    // One of the arguments, by an order that the program may give.
    {"std::{min,max,clamp}", choose, gives_access.but_calls(Calls::Elements | Calls::Callables)},
    {"__builtin_{ceil,floor}", math, computes},
#define FX_NAMES(NAME, NAMES)                                                                      \
  {"{,std::}" #NAME, math, computes}, {"{,std::}{" NAMES "}", math, computes},
#define FX_MATH_1(NAME, NAMES, TARGET, RESULT, FOLDING, TORCHSCRIPT) FX_NAMES(NAME, NAMES)
#define FX_MATH_2(NAME, NAMES, TARGET, RESULT, FOLDING, TORCHSCRIPT) FX_NAMES(NAME, NAMES)
#define FX_MATH_LIKE_1(NAME, NAMES, TARGET) FX_NAMES(NAME, NAMES)
#define FX_CPP_MATH_1(NAME, NAMES, WHY) FX_NAMES(NAME, NAMES)
#define FX_CPP_MATH_2(NAME, NAMES, WHY) FX_NAMES(NAME, NAMES)
#define FX_CPP_QUESTION(NAME, NAMES, WHY) FX_NAMES(NAME, NAMES)
#include "fx/Ops/MathFunctions.def"
#undef FX_NAMES
};

} // namespace fx::frontend
