// The text of numbers, and the numbers that stand in text: std::to_string, std::stoi, atoi and
// their kin.
#include "Frontend/Models/Text.h"

#include <cstdlib>

using namespace clang;

namespace fx::frontend {

namespace {

bool to_string(ModelCall& call) {
  Value value = call.args[0].value;
  call.machine.oracle().concretize(call.args[0].expr, value);
  if (value.is(Value::Kind::Int))
    return call.ret(Value::string(value.is_signed() || value.width() < 64
                                      ? std::to_string(value.as_int())
                                      : std::to_string(static_cast<uint64_t>(value.as_int()))));
  if (value.is(Value::Kind::Float))
    return call.ret(Value::string(std::to_string(value.as_double())));
  if (value.is(Value::Kind::Opaque)) return call.ret(unknown_text(call));
  return call.report().not_known(call.expr, value, "the text of a number");
}

/// stoi, stod and their kin: the number at the start of a text, by the library itself.
bool parse_number(ModelCall& call) {
  if (any_unknown(call)) return call.ret(unknown_text(call));
  std::string text;
  if (!text_of(call.args[0].value, text)) return call.unsupported(missing::conversion_of_a_text);
  const llvm::StringRef name = call.name;
  if (!name.starts_with("sto")) text = text.substr(0, text.find('\0'));
  const int base = call.num_given() > 2 ? static_cast<int>(call.args[2].value.as_int()) : 10;
  size_t used = 0;
  Value value;
  const auto integer = [](auto number) { return Value::integer(static_cast<int64_t>(number)); };
  const bool ok = guarded(call, [&] {
    if (name == "stoi")
      value = integer(std::stoi(text, &used, base));
    else if (name == "stol")
      value = integer(std::stol(text, &used, base));
    else if (name == "stoll")
      value = integer(std::stoll(text, &used, base));
    else if (name == "stoul")
      value = integer(std::stoul(text, &used, base));
    else if (name == "stoull")
      value = integer(std::stoull(text, &used, base));
    else if (name == "stof")
      value = Value::floating(std::stof(text, &used));
    else if (name == "stod")
      value = Value::floating(std::stod(text, &used));
    else if (name == "stold") {
      const long double number = std::stold(text, &used);
      value = Value::extended(number).value_or(Value::rounded(static_cast<double>(number)));
    } else if (name == "strtof")
      value = Value::floating(std::strtof(text.c_str(), nullptr));
    else if (name == "atof" || name == "strtod")
      value = Value::floating(std::strtod(text.c_str(), nullptr));
    else
      value = integer(std::strtoll(text.c_str(), nullptr, 10));
  });
  if (!ok) return false;
  if (call.num_given() > 1 && call.args[1].value.is(Value::Kind::Pointer))
    call.storage().write(call.args[1].value.target(),
                         Value::integer(static_cast<int64_t>(used), 64, false));
  return call.machine.convert(call.expr, call.callee->getReturnType(), value) && call.ret(value);
}

/// strtof(text, nullptr): the number that the text begins with.
bool parse_prefix(ModelCall& call) {
  if (call.args.size() != 2 || !call.args[1].value.is(Value::Kind::None)) return call.unsupported();
  return parse_number(call);
}

} // namespace

extern const ModelTable number_text_models = {
    {"std::to_string", to_string, computes},
    // Where the number ends is written through a pointer.
    {"std::{stoi,stol,stoll,stoul,stoull,stof,stod,stold}", parse_number,
     computes.but_writes(Part::Reached)},
    {"{,std::}{atoi,atol,atoll,atof}", parse_number, computes},
    {"{,std::}{strtof,strtod}", parse_prefix, computes},
};

} // namespace fx::frontend
