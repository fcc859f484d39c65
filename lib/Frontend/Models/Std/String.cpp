// std::string and string_view of known text: how they are made; and C strings.
#include "Frontend/Models/Std/Strings.h"

#include <algorithm>
#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

Value difference(std::string_view left, std::string_view right) {
  const auto [a, b] = std::ranges::mismatch(left, right);
  const auto code = [](char c) { return static_cast<int64_t>(static_cast<unsigned char>(c)); };
  if (a != left.end() && b != right.end()) return Value::integer(code(*a) - code(*b), 32);
  const auto longer = static_cast<int64_t>(left.size()) - static_cast<int64_t>(right.size());
  return Value::integer(std::clamp<int64_t>(longer, INT32_MIN, INT32_MAX), 32);
}

Value character(char c) {
  return Value::integer(c, 8, true);
}

bool is_string_object(const Value& value) {
  return value.is_object() && value.object()->kind == Object::Kind::Sequence &&
         is_std_class(value.object()->type, "basic_string");
}

namespace {

bool characters(llvm::ArrayRef<Location*> elements, std::string& text) {
  text.clear();
  for (const Location* element : elements) {
    const Value& value = element->value();
    if (!value.is(Value::Kind::Int) || value.width() > 8) return false;
    text += static_cast<char>(value.as_int());
  }
  return true;
}

} // namespace

bool text_of(const Value& value, std::string& text) {
  if (value.is(Value::Kind::String)) {
    text = value.text();
    return true;
  }
  if (is_string_object(value)) return characters(value.object()->elements, text);
  const std::optional<std::string> found = c_string(value);
  if (found) text = *found;
  return found.has_value();
}

bool text_of(const Operand& operand, std::string& text) {
  if (text_of(operand.value, text)) return true;
  if (!operand.value.is(Value::Kind::Int)) return false;
  text = std::string(1, static_cast<char>(operand.value.as_int()));
  return true;
}

const Object* characters_in(Machine& machine, Location* place, const CXXRecordDecl* type) {
  if (is_string_object(place->value())) return place->value().object();
  std::string text;
  if (!text_of(place->value(), text)) return nullptr;
  Storage& storage = machine.storage();
  const Object* made = nullptr;
  storage.represent(place, [&] {
    Object* string = storage.create(Object::Kind::Sequence, type);
    for (const char c : text)
      string->elements.push_back(storage.allocate(character(c)));
    made = string;
    return Value::object(string);
  });
  return made;
}

Value unknown_text(const ModelCall& call) {
  return Value::opaque(call.location(), "text made of values that are not known");
}

bool any_unknown(ModelCall& call) {
  const auto unknown = [](const Value& value) {
    return value.is(Value::Kind::Opaque) || value.is_node();
  };
  return unknown(call.self.value) ||
         llvm::any_of(call.args, [&](const Operand& o) { return unknown(o.value); });
}

const CXXRecordDecl* own_class(const ModelCall& call) {
  return llvm::cast<CXXMethodDecl>(call.callee)->getParent();
}

bool is_char_class(const CXXRecordDecl* record) {
  const QualType type = template_type(record, 0);
  return !type.isNull() && type->isCharType();
}

bool is_index(const ModelCall& call, size_t i) {
  if (i >= call.num_given() || i >= call.callee->getNumParams()) return false;
  const QualType type = call.callee->getParamDecl(static_cast<unsigned>(i))->getType();
  return type->isIntegerType() && !type->isAnyCharacterType();
}

bool given_index(ModelCall& call, size_t i, size_t& result) {
  Value value = call.args[i].value;
  call.machine.oracle().concretize(call.args[i].expr, value);
  if (!value.is(Value::Kind::Int))
    return call.report().not_known(call.args[i].expr ? call.args[i].expr : call.expr, value,
                                   "a position in a text");
  result = static_cast<size_t>(value.as_int());
  return true;
}

namespace {

bool is_character(const ModelCall& call, size_t i) {
  return i < call.num_given() && i < call.callee->getNumParams() &&
         call.callee->getParamDecl(static_cast<unsigned>(i))->getType()->isAnyCharacterType();
}

bool is_pointer(const ModelCall& call, size_t i) {
  const QualType type = type_of(call.args[i]);
  return type->isPointerType() || type->isArrayType();
}

/// (count, character)
bool given_repetition(ModelCall& call, size_t i, std::string& text) {
  size_t count = 0;
  if (!given_index(call, i, count)) return false;
  if (count > 10'000'000) return call.error(diag::string_too_large);
  text.assign(count, static_cast<char>(call.args[i + 1].value.as_int()));
  return true;
}

/// (first, last)
bool given_range(ModelCall& call, size_t i, std::string& text) {
  std::vector<Operand> elements;
  if (!range_elements(call, call.args[i], call.args[i + 1], elements)) return false;
  text.clear();
  for (const Operand& element : elements) {
    if (!element.value.is(Value::Kind::Int))
      return call.report().not_known(call.expr, element.value, "a character of this text");
    text += static_cast<char>(element.value.as_int());
  }
  return true;
}

/// (characters, count), of an array: also zeros among them.
bool given_elements(ModelCall& call, const Value& pointer, size_t count, std::string& text) {
  const llvm::ArrayRef<Location*> elements = pointer.object()->elements;
  const auto at = static_cast<size_t>(pointer.index());
  if (at > elements.size() || count > elements.size() - at)
    return call.error(diag::characters_behind_the_end);
  return characters(elements.slice(at, count), text) || call.unsupported(missing::this_text);
}

/// (characters), (characters, count)
bool given_characters(ModelCall& call, size_t i, std::string& text) {
  const Value& value = call.args[i].value;
  size_t count = 0;
  const bool has_count = is_index(call, i + 1);
  if (has_count && !given_index(call, i + 1, count)) return false;
  if (has_count && value.is(Value::Kind::Iterator)) return given_elements(call, value, count, text);
  if (!text_of(value, text)) {
    if (value.is(Value::Kind::None) && has_count && count == 0) {
      text.clear();
      return true;
    }
    return call.unsupported(missing::this_text);
  }
  if (!has_count) {
    text = text.substr(0, text.find('\0'));
    return true;
  }
  if (count > text.size() + 1) return call.error(diag::characters_behind_the_end);
  text.resize(count);
  return true;
}

/// (text), (text, first), (text, first, count)
bool given_part(ModelCall& call, size_t i, std::string& text) {
  size_t first = 0;
  size_t count = std::string::npos;
  const bool has_first = is_index(call, i + 1);
  if (has_first && !given_index(call, i + 1, first)) return false;
  if (has_first && is_index(call, i + 2) && !given_index(call, i + 2, count)) return false;
  if (!text_of(call.args[i].value, text)) return call.unsupported(missing::this_text);
  if (is_pointer(call, i)) // by a view of it
    return guarded(call, [&] {
      text = std::string(std::string_view(text.substr(0, text.find('\0'))).substr(first, count));
    });
  return !has_first || guarded(call, [&] { text = std::string(text, first, count); });
}

} // namespace

bool given_text(ModelCall& call, size_t i, std::string& text) {
  const size_t given = call.num_given();
  if (i >= given) {
    text.clear();
    return true;
  }
  if (is_index(call, i)) return given_repetition(call, i, text);
  if (is_character(call, i)) {
    text.assign(1, static_cast<char>(call.args[i].value.as_int()));
    return true;
  }
  const QualType type = type_of(call.args[i]);
  if (is_std_class(record_of(type), "initializer_list")) {
    const Object* list = ModelCall::object_of(call.args[i]);
    return (list && characters(list->elements, text)) || call.unsupported(missing::this_text);
  }
  const bool is_range =
      given > i + 1 && type_of(call.args[i + 1]) == type && !is_index(call, i + 1);
  if (is_range) return given_range(call, i, text);
  return is_pointer(call, i) && !is_index(call, i + 2) ? given_characters(call, i, text)
                                                       : given_part(call, i, text);
}

bool has_room(ModelCall& call, const std::string& text) {
  if (text.size() > 10'000'000) return call.error(diag::string_too_large);
  return call.machine.charge(call.expr, text.size() / 64);
}

namespace {

bool construct(ModelCall& call) {
  drop_defaulted(call.args);
  while (!call.args.empty())
    if (const CXXRecordDecl* record = record_of(type_of(call.args.back()));
        record && record->getIdentifier() && record->getName().contains("alloc"))
      call.args.pop_back();
    else
      break;
  if (!is_char_class(own_class(call))) return call.unsupported();
  if (any_unknown(call)) return call.ret(unknown_text(call));
  // std::move of a string, a view of one
  if (call.args.size() == 1 && is_movable(call.args[0]) &&
      is_std_class(record_of(type_of(call.args[0])), "basic_string") &&
      is_std_class(own_class(call), "basic_string"))
    return call.machine.move_out(call.expr, type_of(call.args[0]), call.args[0].place,
                                 call.result.value);
  // A view of nothing, whose data() is null.
  if (is_std_class(own_class(call), "basic_string_view") &&
      (call.args.empty() || call.args[0].value.is(Value::Kind::None)))
    return call.ret(Value::view("", call.storage().allocate(Value::none())));
  std::string text;
  return given_text(call, 0, text) && call.ret(Value::string(text));
}

bool concatenate(ModelCall& call) {
  std::string left;
  std::string right;
  const auto is_text = [](const Operand& operand) {
    const CXXRecordDecl* record = record_of(type_of(operand));
    return is_std_class(record, "basic_string") || is_std_class(record, "basic_string_view");
  };
  if (call.args.size() == 2 && !is_text(call.args[0]) && !is_text(call.args[1])) {
    if (call.args[0].value.is(Value::Kind::Iterator) ||
        call.args[1].value.is(Value::Kind::Iterator)) // of a deque
      return find_model("__gnu_cxx::operator+", nullptr)->model(call);
    // n + reverse_iterator, complex numbers: as the library has them.
    if (call.machine.is_interpreted_library(call.callee))
      if (const FunctionDecl* body = call.machine.definition(call.callee))
        return call.machine.run_body(call.expr, body, nullptr, call.args, call.result);
  }
  if (any_unknown(call)) return call.ret(unknown_text(call));
  if (!text_of(call.args[0], left) || !text_of(call.args[1], right))
    return call.unsupported(missing::concatenation);
  for (size_t i = 0; i < 2; ++i)
    if (std::string& text = i == 0 ? left : right; type_of(call.args[i])->isPointerType())
      text = text.substr(0, text.find('\0'));
  left += right;
  return has_room(call, left) && call.ret(Value::string(left));
}

/// strlen, strcmp and their kin, of known text.
bool c_string(ModelCall& call) {
  std::string left;
  std::string right;
  const llvm::StringRef name = call.name;
  if (any_unknown(call)) return call.ret(unknown_text(call));
  if (!text_of(call.args[0].value, left)) return call.unsupported(missing::this_text);
  left = left.substr(0, left.find('\0'));
  if (name == "strlen")
    return call.ret(Value::integer(static_cast<int64_t>(left.size()), 64, false));
  if (name == "strchr" || name == "strrchr") {
    const auto wanted = static_cast<char>(call.args[1].value.as_int());
    const size_t at = name == "strchr" ? left.find(wanted) : left.rfind(wanted);
    if (at == std::string::npos) return call.ret(Value::none());
    const Value& text = call.args[0].value;
    return call.ret(text.is(Value::Kind::Iterator)
                        ? text.at(text.index() + static_cast<int64_t>(at))
                        : Value::string(left.substr(at)));
  }
  if (!text_of(call.args[1].value, right)) return call.unsupported(missing::this_text);
  right = right.substr(0, right.find('\0'));
  if (name == "strcmp" || name == "strncmp") {
    const size_t count =
        name == "strcmp" ? std::string::npos : static_cast<size_t>(call.args[2].value.as_int());
    // Their ends are compared, too.
    left.push_back('\0');
    right.push_back('\0');
    return call.ret(difference(left.substr(0, count), right.substr(0, count)));
  }
  const size_t at = left.find(right);
  return call.ret(at == std::string::npos ? Value::none() : Value::string(left.substr(at)));
}

bool equal_ignoring_case(ModelCall& call) {
  std::string left;
  std::string right;
  if (!text_of(call.args[0], left) || !text_of(call.args[1], right))
    return call.ret(unknown_text(call));
  return call.ret(Value::boolean(llvm::StringRef(left).equals_insensitive(right)));
}

} // namespace

extern const ModelTable std_string_models = {
    {"std::basic_string::basic_string", construct, constructs},
    {"std::basic_string_view::basic_string_view", construct, refers},
    {"boost::algorithm::iequals", equal_ignoring_case, computes},
    {"std::operator+", concatenate, constructs},
    {"{std,std::__detail,std::rel_ops,c10}::operator{==,!=,<,>,<=,>=}", compare, compares},
    {"caffe2::operator{==,!=}", compare, compares}, // of two dtype()
    {"{,std::}{strstr,strchr,strrchr}", c_string, gives_access},
    {"std::{strcmp,strncmp,strlen}", c_string, computes},
    {"{,std::}is{alnum,alpha,blank,cntrl,digit,graph,lower}", classify, computes},
    {"{,std::}is{print,punct,space,upper,xdigit}", classify, computes},
    {"{,std::}{tolower,toupper}", classify, computes},
};

} // namespace fx::frontend
