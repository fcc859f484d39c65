// std::string, to_string, comparison and concatenation of known text; streams as effects.
#include "Frontend/Models/Models.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

bool text_of(ModelCall& call, const Operand& operand, std::string& text) {
  if (operand.value.is(Value::Kind::String)) {
    text = operand.value.text();
    return true;
  }
  if (operand.value.is(Value::Kind::Int)) { // a character
    text = std::string(1, static_cast<char>(operand.value.as_int()));
    return true;
  }
  return false;
}

bool any_opaque(ModelCall& call) {
  return call.self.value.is(Value::Kind::Opaque) ||
         llvm::any_of(call.args, [](const Operand& o) { return o.value.is(Value::Kind::Opaque); });
}

Value unknown(ModelCall& call) {
  return Value::opaque(call.location(), "text made of values that are not known");
}

bool construct(ModelCall& call) {
  while (!call.args.empty() && call.args.back().defaulted) call.args.pop_back();
  if (call.args.empty()) return call.ret(Value::string(""));
  if (any_opaque(call)) return call.ret(unknown(call));
  std::string text;
  if (call.args.size() == 2 && call.args[0].value.is(Value::Kind::Int) &&
      call.args[1].value.is(Value::Kind::Int))
    return call.ret(Value::string(std::string(static_cast<size_t>(call.args[0].value.as_int()),
                                              static_cast<char>(call.args[1].value.as_int()))));
  if (!call.args[0].value.is(Value::Kind::String) || !text_of(call, call.args[0], text))
    return call.evaluator.unsupported(call.expr, "this construction of a string");
  if (call.args.size() == 2 && call.args[1].value.is(Value::Kind::Int))
    text = text.substr(0, static_cast<size_t>(call.args[1].value.as_int()));
  return call.ret(Value::string(text));
}

bool concatenate(ModelCall& call) {
  std::string left;
  std::string right;
  if (any_opaque(call)) return call.ret(unknown(call));
  if (!text_of(call, call.args[0], left) || !text_of(call, call.args[1], right))
    return call.evaluator.unsupported(call.expr, "this concatenation");
  return call.ret(Value::string(left + right));
}

bool append(ModelCall& call) {
  std::string left;
  std::string right;
  if (call.self.place == nullptr) return call.evaluator.unsupported(call.expr);
  if (any_opaque(call)) {
    call.self.place->value = unknown(call);
    return call.ret_place(call.self.place);
  }
  if ((call.name != "operator=" && !text_of(call, call.self, left)) ||
      !text_of(call, call.args[0], right) || call.num_given() != 1)
    return call.evaluator.unsupported(call.expr, "this change of a string");
  call.self.place->value = Value::string(left + right);
  return call.ret_place(call.self.place);
}

bool compare(ModelCall& call) {
  std::string left;
  std::string right;
  if (any_opaque(call)) return call.ret(unknown(call));
  const bool member = isa<CXXMethodDecl>(call.callee);
  if (!text_of(call, member ? call.self : call.args[0], left) ||
      !text_of(call, call.args[member ? 0 : 1], right))
    return call.evaluator.unsupported(call.expr, "this comparison");
  const int order = left.compare(right);
  if (call.name == "compare") return call.ret(Value::integer(order, 32));
  if (call.name == "operator==") return call.ret(Value::boolean(order == 0));
  if (call.name == "operator!=") return call.ret(Value::boolean(order != 0));
  if (call.name == "operator<") return call.ret(Value::boolean(order < 0));
  if (call.name == "operator>") return call.ret(Value::boolean(order > 0));
  return call.evaluator.unsupported(call.expr);
}

bool query(ModelCall& call) {
  Evaluator& evaluator = call.evaluator;
  std::string text;
  if (any_opaque(call)) return call.ret(unknown(call));
  if (!text_of(call, call.self, text)) return evaluator.unsupported(call.expr, "this string");
  if (call.name == "size" || call.name == "length")
    return call.ret(Value::integer(static_cast<int64_t>(text.size()), 64, false));
  if (call.name == "empty") return call.ret(Value::boolean(text.empty()));
  if (call.name == "c_str" || call.name == "data" || call.name == "str")
    return call.ret(call.self.value);
  if (call.name == "substr") {
    const auto begin = call.num_given() > 0 ? static_cast<size_t>(call.args[0].value.as_int()) : 0;
    const size_t count = call.num_given() > 1 ? static_cast<size_t>(call.args[1].value.as_int())
                                              : std::string::npos;
    if (begin > text.size()) return evaluator.error(call.expr, "substr past the end of the string");
    return call.ret(Value::string(text.substr(begin, count)));
  }
  if (call.name == "operator[]" || call.name == "at") {
    const int64_t index = call.args[0].value.as_int();
    if (index < 0 || static_cast<size_t>(index) > text.size())
      return evaluator.error(call.expr, "string index out of range");
    return call.ret(Value::integer(
        static_cast<size_t>(index) < text.size() ? text[static_cast<size_t>(index)] : 0, 8));
  }
  if (call.name == "find" || call.name == "rfind") {
    std::string wanted;
    if (!text_of(call, call.args[0], wanted) || call.num_given() > 1)
      return evaluator.unsupported(call.expr);
    const size_t at = call.name == "find" ? text.find(wanted) : text.rfind(wanted);
    return call.ret(Value::integer(static_cast<int64_t>(at), 64, false));
  }
  return evaluator.unsupported(call.expr, fmt::format("'{}' of a string", call.name));
}

bool to_string(ModelCall& call) {
  const Value& value = call.args[0].value;
  if (value.is(Value::Kind::Int)) return call.ret(Value::string(std::to_string(value.as_int())));
  if (value.is(Value::Kind::Float))
    return call.ret(Value::string(std::to_string(value.as_double())));
  if (value.is(Value::Kind::Opaque)) return call.ret(unknown(call));
  return call.evaluator.not_known(call.expr, value, "the text of a number");
}

/// std::cout << x: an effect without influence on the model.
bool stream(ModelCall& call) {
  if (isa<CXXMethodDecl>(call.callee)) return call.ret(call.self.value);
  return call.ret(call.args.empty() ? Value::none() : call.args[0].value);
}

} // namespace

ModelTable std_string_models() {
  static const ModelEntry table[] = {
      {"std::basic_string::basic_string", construct},
      {"std::basic_string_view::basic_string_view", construct},
      {"std::basic_string::operator+=", append},
      {"std::basic_string::append", append},
      {"std::basic_string::push_back", append},
      {"std::basic_string::operator=", append},
      {"std::basic_string::compare", compare},
      {"std::basic_string::*", query},
      {"std::basic_string_view::*", query},
      {"std::operator+", concatenate},
      {"std::operator==", compare},
      {"std::operator!=", compare},
      {"std::operator<", compare},
      {"std::operator>", compare},
      {"std::to_string", to_string},
      {"std::operator<<", stream},
      {"std::basic_ostream::*", stream},
      {"std::endl", stream},
      {"at::operator<<", stream},
      {"c10::operator<<", stream},
      {"torch::nn::operator<<", stream},
      {"printf", stream},
  };
  return table;
}

} // namespace fx::frontend
