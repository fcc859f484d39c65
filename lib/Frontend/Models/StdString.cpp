// std::string, to_string, comparison and concatenation of known text; streams as effects.
#include "Frontend/Models/Models.h"

#include <cstdlib>
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
  while (!call.args.empty() && call.args.back().defaulted)
    call.args.pop_back();
  if (call.args.empty()) return call.ret(Value::string(""));
  if (any_opaque(call)) return call.ret(unknown(call));
  std::string text;
  if (call.args.size() == 2 && call.args[0].value.is(Value::Kind::Int) &&
      call.args[1].value.is(Value::Kind::Int))
    return call.ret(Value::string(std::string(static_cast<size_t>(call.args[0].value.as_int()),
                                              static_cast<char>(call.args[1].value.as_int()))));
  if (!call.args[0].value.is(Value::Kind::String) || !text_of(call, call.args[0], text))
    return call.unsupported("this construction of a string");
  if (call.args.size() == 2 && call.args[1].value.is(Value::Kind::Int))
    text = text.substr(0, static_cast<size_t>(call.args[1].value.as_int()));
  return call.ret(Value::string(text));
}

bool concatenate(ModelCall& call) {
  std::string left;
  std::string right;
  if (any_opaque(call)) return call.ret(unknown(call));
  if (!text_of(call, call.args[0], left) || !text_of(call, call.args[1], right))
    return call.unsupported("this concatenation");
  return call.ret(Value::string(left + right));
}

bool append(ModelCall& call) {
  std::string left;
  std::string right;
  if (call.self.place == nullptr) return call.unsupported();
  if (any_opaque(call)) {
    call.storage().write(call.self.place, unknown(call));
    return call.ret_place(call.self.place);
  }
  if ((call.name != "operator=" && !text_of(call, call.self, left)) ||
      !text_of(call, call.args[0], right) || call.num_given() != 1)
    return call.unsupported("this change of a string");
  call.storage().write(call.self.place, Value::string(left + right));
  return call.ret_place(call.self.place);
}

bool compare(ModelCall& call) {
  std::string left;
  std::string right;
  if (any_opaque(call)) return call.ret(unknown(call));
  const bool member = isa<CXXMethodDecl>(call.callee);
  const Operand& first = member ? call.self : call.args[0];
  const Operand& second = call.args[member ? 0 : 1];
  if (!first.value.is(Value::Kind::String) || !second.value.is(Value::Kind::String)) {
    // Iterators, smart pointers, optionals against a value or nothing.
    const auto op = llvm::StringSwitch<std::optional<BinaryOperatorKind>>(call.name)
                        .Case("operator==", BO_EQ)
                        .Case("operator!=", BO_NE)
                        .Case("operator<", BO_LT)
                        .Case("operator>", BO_GT)
                        .Default(std::nullopt);
    if (!op) return call.unsupported("this comparison");
    Value result;
    return call.machine.arithmetic(call.expr, *op, first.value, second.value,
                                   call.machine.context().BoolTy, result) &&
           call.ret(result);
  }
  left = first.value.text();
  right = second.value.text();
  const int order = left.compare(right);
  if (call.name == "compare") return call.ret(Value::integer(order, 32));
  if (call.name == "operator==") return call.ret(Value::boolean(order == 0));
  if (call.name == "operator!=") return call.ret(Value::boolean(order != 0));
  if (call.name == "operator<") return call.ret(Value::boolean(order < 0));
  if (call.name == "operator>") return call.ret(Value::boolean(order > 0));
  return call.unsupported();
}

bool query(ModelCall& call) {
  std::string text;
  if (any_opaque(call)) return call.ret(unknown(call));
  if (!text_of(call, call.self, text)) return call.unsupported("this string");
  if (call.name == "size" || call.name == "length")
    return call.ret(Value::integer(static_cast<int64_t>(text.size()), 64, false));
  if (call.name == "empty") return call.ret(Value::boolean(text.empty()));
  if (call.name == "c_str" || call.name == "data" || call.name == "str")
    return call.ret(call.self.value);
  if (call.name == "substr") {
    const auto begin = call.num_given() > 0 ? static_cast<size_t>(call.args[0].value.as_int()) : 0;
    const size_t count =
        call.num_given() > 1 ? static_cast<size_t>(call.args[1].value.as_int()) : std::string::npos;
    if (begin > text.size()) return call.error("substr past the end of the string");
    return call.ret(Value::string(text.substr(begin, count)));
  }
  if (call.name == "operator[]" || call.name == "at") {
    const int64_t index = call.args[0].value.as_int();
    if (index < 0 || static_cast<size_t>(index) > text.size())
      return call.error("string index out of range");
    return call.ret(Value::integer(
        static_cast<size_t>(index) < text.size() ? text[static_cast<size_t>(index)] : 0, 8));
  }
  if (call.name == "find" || call.name == "rfind") {
    std::string wanted;
    if (!text_of(call, call.args[0], wanted) || call.num_given() > 1) return call.unsupported();
    const size_t at = call.name == "find" ? text.find(wanted) : text.rfind(wanted);
    return call.ret(Value::integer(static_cast<int64_t>(at), 64, false));
  }
  return call.unsupported(fmt::format("'{}' of a string", call.name));
}

bool to_string(ModelCall& call) {
  const Value& value = call.args[0].value;
  if (value.is(Value::Kind::Int)) return call.ret(Value::string(std::to_string(value.as_int())));
  if (value.is(Value::Kind::Float))
    return call.ret(Value::string(std::to_string(value.as_double())));
  if (value.is(Value::Kind::Opaque)) return call.ret(unknown(call));
  return call.report().not_known(call.expr, value, "the text of a number");
}

/// stoi, stod and their kin: the number at the start of a text.
bool parse_number(ModelCall& call) {
  if (any_opaque(call)) return call.ret(unknown(call));
  std::string text;
  if (!call.args[0].value.is(Value::Kind::String) || !text_of(call, call.args[0], text))
    return call.unsupported("this conversion of a text");
  const char* const begin = text.c_str();
  char* end = nullptr;
  const bool real = call.name == "stof" || call.name == "stod" || call.name == "atof";
  Value value;
  if (real) {
    value = Value::floating(std::strtod(begin, &end));
  } else {
    const int base = call.num_given() > 2 && call.args[2].value.is(Value::Kind::Int)
                         ? static_cast<int>(call.args[2].value.as_int())
                         : 10;
    value = Value::integer(std::strtoll(begin, &end, base));
  }
  if (end == begin && call.name.starts_with("sto"))
    return call.machine.raise(call.expr, "std::invalid_argument", std::string(call.name));
  return call.machine.convert(call.expr, call.callee->getReturnType(), value) && call.ret(value);
}

/// A string stream is an object with its text for its one element; other streams are effects.
const Object* text_stream(const Operand& operand) {
  const Object* object = ModelCall::object_of(operand);
  return object && object->type && object->elements.size() == 1 ? object : nullptr;
}

bool construct_stream(ModelCall& call) {
  Object* stream = call.storage().create(Object::Kind::Class,
                                         llvm::cast<CXXConstructorDecl>(call.callee)->getParent());
  Value text = Value::string("");
  if (!call.args.empty() && call.args[0].value.is(Value::Kind::String)) text = call.args[0].value;
  stream->elements.push_back(call.storage().allocate(text));
  return call.ret(Value::record(stream));
}

/// std::cout << x: an effect without influence on the model. Into a string stream, text.
bool stream(ModelCall& call) {
  const bool member = isa<CXXMethodDecl>(call.callee);
  if (!member && call.args.empty()) return call.ret(Value::none());
  const Operand& to = member ? call.self : call.args[0];
  const size_t first = member ? 0 : 1;
  const Object* text = text_stream(to);
  if (text && call.name == "operator<<" && call.args.size() > first) {
    Value all = text->elements[0]->value();
    const Value& added = call.args[first].value;
    const QualType type =
        call.callee->getParamDecl(static_cast<unsigned>(first))->getType().getNonReferenceType();
    std::string part;
    if (added.is(Value::Kind::String))
      part = added.text();
    else if (added.is(Value::Kind::Int) && type->isCharType())
      part = std::string(1, static_cast<char>(added.as_int()));
    else if (added.is(Value::Kind::Int))
      part = std::to_string(added.as_int());
    else if (added.is(Value::Kind::Float))
      part = fmt::format("{:g}", added.as_double());
    else if (added.is(Value::Kind::Function)) // std::endl
      part = "\n";
    else
      all = unknown(call);
    if (all.is(Value::Kind::String)) all = Value::string(std::string(all.text()) + part);
    call.storage().write(text->elements[0], all);
  }
  call.result.place = to.place;
  call.result.value = to.value;
  return true;
}

bool stream_text(ModelCall& call) {
  const Object* text = text_stream(call.self);
  if (text == nullptr) return call.ret(unknown(call));
  if (call.num_given() == 0) return call.ret(text->elements[0]->value());
  call.storage().write(text->elements[0], call.args[0].value);
  return call.ret(Value::none());
}

/// strstr, strcmp: of known text.
bool c_string(ModelCall& call) {
  std::string left;
  std::string right;
  if (!text_of(call, call.args[0], left) || !text_of(call, call.args[1], right))
    return call.ret(unknown(call));
  if (call.name == "strcmp") return call.ret(Value::integer(left.compare(right), 32));
  const size_t at = left.find(right);
  return call.ret(at == std::string::npos ? Value::none() : Value::string(left.substr(at)));
}

bool equal_ignoring_case(ModelCall& call) {
  std::string left;
  std::string right;
  if (!text_of(call, call.args[0], left) || !text_of(call, call.args[1], right))
    return call.ret(unknown(call));
  return call.ret(Value::boolean(llvm::StringRef(left).equals_insensitive(right)));
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
      {"boost::algorithm::iequals", equal_ignoring_case},
      {"std::basic_string::*", query},
      {"std::basic_string_view::*", query},
      {"std::operator+", concatenate},
      {"std::operator==", compare},
      {"std::operator!=", compare},
      {"std::operator<", compare},
      {"std::operator>", compare},
      {"std::__detail::operator==", compare},
      {"std::__detail::operator!=", compare},
      {"c10::operator==", compare},
      {"c10::operator!=", compare},
      {"std::to_string", to_string},
      {"std::stoi", parse_number},
      {"std::stol", parse_number},
      {"std::stoll", parse_number},
      {"std::stoul", parse_number},
      {"std::stof", parse_number},
      {"std::stod", parse_number},
      {"atoi", parse_number},
      {"atof", parse_number},
      {"std::basic_stringstream::basic_stringstream", construct_stream},
      {"std::basic_ostringstream::basic_ostringstream", construct_stream},
      {"std::basic_stringstream::str", stream_text},
      {"std::basic_ostringstream::str", stream_text},
      {"std::basic_stringstream::*", stream},
      {"std::basic_ostringstream::*", stream},
      {"strstr", c_string},
      {"strcmp", c_string},
      {"std::strstr", c_string},
      {"std::strcmp", c_string},
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
