// std::string and string_view of known text, and C strings.
#include "Frontend/Models/Text.h"

#include <cstring>
#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

Value character(char c) {
  return Value::integer(c, 8, true);
}

bool is_string_object(const Value& value) {
  return value.is_record() && value.object()->kind == Object::Kind::Sequence &&
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
    return Value::record(string);
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

namespace {

const CXXRecordDecl* own_class(const ModelCall& call) {
  return llvm::cast<CXXMethodDecl>(call.callee)->getParent();
}

/// Only text of char is modelled.
bool is_char_class(const CXXRecordDecl* record) {
  const QualType type = template_type(record, 0);
  return !type.isNull() && type->isCharType();
}

bool is_index(const ModelCall& call, size_t i) {
  if (i >= call.num_given() || i >= call.callee->getNumParams()) return false;
  const QualType type = call.callee->getParamDecl(static_cast<unsigned>(i))->getType();
  return type->isIntegerType() && !type->isAnyCharacterType();
}

bool is_character(const ModelCall& call, size_t i) {
  return i < call.num_given() && i < call.callee->getNumParams() &&
         call.callee->getParamDecl(static_cast<unsigned>(i))->getType()->isAnyCharacterType();
}

bool is_iterator(const ModelCall& call, size_t i) {
  if (i >= call.num_given()) return false;
  const CXXRecordDecl* record = record_of(type_of(call.args[i]));
  return record && record->getIdentifier() && record->getName().contains("iterator") &&
         record->getName() != "initializer_list";
}

bool number(ModelCall& call, size_t i, size_t& result) {
  Value value = call.args[i].value;
  call.machine.oracle().settle(call.args[i].expr, value);
  if (!value.is(Value::Kind::Int))
    return call.report().not_known(call.args[i].expr ? call.args[i].expr : call.expr, value,
                                   "a position in a text");
  result = static_cast<size_t>(value.as_int());
  return true;
}

/// The text that arguments from number `i` on give, as string's constructors, append and their kin
/// take them: text, text and where to begin and how much, characters and how many, a number of
/// equal characters, a list, a range.
bool given_text(ModelCall& call, size_t i, std::string& text) {
  const size_t given = call.num_given();
  if (i >= given) {
    text.clear();
    return true;
  }
  if (is_index(call, i)) { // (count, character)
    size_t count = 0;
    if (!number(call, i, count)) return false;
    if (count > 10'000'000) return call.error("a string of this size is not evaluated");
    text.assign(count, static_cast<char>(call.args[i + 1].value.as_int()));
    return true;
  }
  if (is_character(call, i)) {
    text.assign(1, static_cast<char>(call.args[i].value.as_int()));
    return true;
  }
  const QualType type = type_of(call.args[i]);
  const CXXRecordDecl* record = record_of(type);
  if (is_std_class(record, "initializer_list")) {
    const Object* list = ModelCall::object_of(call.args[i]);
    return (list && characters(list->elements, text)) || call.unsupported("this text");
  }
  const bool is_range =
      given > i + 1 && type_of(call.args[i + 1]) == type && !is_index(call, i + 1);
  if (is_range) {
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
  const Value& value = call.args[i].value;
  const bool is_pointer = type->isPointerType() || type->isArrayType();
  size_t first = 0;
  size_t second = std::string::npos;
  const bool has_first = is_index(call, i + 1);
  const bool has_second = has_first && is_index(call, i + 2);
  if (has_first && !number(call, i + 1, first)) return false;
  if (has_second && !number(call, i + 2, second)) return false;
  if (is_pointer && has_first && value.is(Value::Kind::Iterator)) {
    // (characters, count): also zeros among them.
    const llvm::ArrayRef<Location*> elements = value.object()->elements;
    const auto at = static_cast<size_t>(value.index());
    if (at > elements.size() || first > elements.size() - at)
      return call.error("this reads past the end of the characters");
    return characters(elements.slice(at, first), text) || call.unsupported("this text");
  }
  if (!text_of(value, text)) {
    if (value.is(Value::Kind::None) && is_pointer && has_first && first == 0) {
      text.clear();
      return true;
    }
    return call.unsupported("this text");
  }
  if (is_pointer) {
    if (!has_first) {
      text = text.substr(0, text.find('\0'));
      return true;
    }
    if (first > text.size() + 1) return call.error("this reads past the end of the characters");
    text.resize(first);
    return true;
  }
  return !has_first || guarded(call, [&] { text = std::string(text, first, second); });
}

bool construct(ModelCall& call) {
  drop_defaulted(call.args);
  while (!call.args.empty())
    if (const CXXRecordDecl* record = record_of(type_of(call.args.back()));
        record && record->getIdentifier() && record->getName().contains("alloc"))
      call.args.pop_back();
    else
      break;
  if (!is_char_class(own_class(call))) return call.unsupported("text of this type of characters");
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

/// Whether the program may hold this text too: texts that double soon fill all memory.
bool has_room(ModelCall& call, const std::string& text) {
  if (text.size() > 10'000'000) return call.error("a string of this size is not evaluated");
  return call.machine.charge(call.expr, text.size() / 64);
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
    return call.unsupported("this concatenation");
  for (size_t i = 0; i < 2; ++i)
    if (std::string& text = i == 0 ? left : right; type_of(call.args[i])->isPointerType())
      text = text.substr(0, text.find('\0'));
  left += right;
  return has_room(call, left) && call.ret(Value::string(left));
}

/// References and iterators to the characters of the string in `place` have no meaning any more.
void end_characters(Storage& storage, const Location* place) {
  if (!is_string_object(place->value())) return;
  const Object* object = place->value().object();
  storage.invalidate(object);
  for (Location* character : object->elements)
    storage.end(character);
}

/// Methods that change a string.
bool change(ModelCall& call) {
  Location* place = call.self.place;
  if (place == nullptr) return call.unsupported("this change of a string");
  Storage& storage = call.storage();
  if (any_unknown(call)) {
    storage.write(place, unknown_text(call));
    return call.callee->getReturnType()->isReferenceType() ? call.ret_place(place)
                                                           : call.ret(place->value());
  }
  const llvm::StringRef name = call.name;
  std::string text;
  if (!text_of(place->value(), text)) {
    if (name != "operator=" && name != "assign") return call.unsupported("this string");
  }
  std::string added;
  size_t at = 0;
  size_t count = std::string::npos;
  const auto keep = [&] {
    if (!has_room(call, text)) return false;
    end_characters(storage, place);
    storage.write(place, Value::string(text));
    return call.callee->getReturnType()->isReferenceType() ? call.ret_place(place)
                                                           : call.ret(Value::none());
  };
  const auto index_of = [&](size_t i, size_t& index) {
    const Value& iterator = call.args[i].value;
    const bool own = iterator.is(Value::Kind::Iterator) && is_string_object(place->value()) &&
                     iterator.object() == place->value().object();
    if (!own) return call.error("this iterator is not of the string");
    index = static_cast<size_t>(iterator.index());
    return true;
  };
  const auto keep_iterator = [&](size_t index) {
    if (!has_room(call, text)) return false;
    end_characters(storage, place);
    storage.write(place, Value::string(text));
    const Object* object = characters_in(call.machine, place, own_class(call));
    return call.ret(Value::iterator(object, static_cast<int64_t>(index)));
  };
  if (name == "operator=" || name == "assign") {
    if (call.num_given() == 1 && is_movable(call.args[0]) && call.args[0].place != place &&
        is_std_class(record_of(type_of(call.args[0])), "basic_string")) {
      Value moved;
      if (!call.machine.move_out(call.expr, type_of(call.args[0]), call.args[0].place, moved))
        return false;
      end_characters(storage, place);
      storage.write(place, moved);
      return call.ret_place(place);
    }
    return given_text(call, 0, text) && keep();
  }
  if (name == "operator+=" || name == "append" || name == "push_back")
    return given_text(call, 0, added) && (text += added, keep());
  if (name == "pop_back") {
    if (text.empty()) return call.error("this string is empty");
    text.pop_back();
    return keep();
  }
  if (name == "clear") {
    text.clear();
    return keep();
  }
  if (name == "resize") {
    if (!number(call, 0, at)) return false;
    if (at > 10'000'000) return call.error("a string of this size is not evaluated");
    text.resize(at, call.num_given() > 1 ? static_cast<char>(call.args[1].value.as_int()) : '\0');
    return keep();
  }
  if (name == "swap") {
    std::string other;
    if (!call.args[0].place || !text_of(call.args[0].value, other))
      return call.unsupported("this swap");
    storage.write(call.args[0].place, Value::string(text));
    text = other;
    return keep();
  }
  if (name == "erase") {
    if (is_iterator(call, 0)) {
      if (!index_of(0, at)) return false;
      size_t end = at + 1;
      if (call.num_given() > 1 && !index_of(1, end)) return false;
      if (at > end || end > text.size()) return call.error("this iterator is at the end");
      text.erase(at, end - at);
      return keep_iterator(at);
    }
    if (call.num_given() > 0 && !number(call, 0, at)) return false;
    if (call.num_given() > 1 && !number(call, 1, count)) return false;
    return guarded(call, [&] { text.erase(at, count); }) && keep();
  }
  if (name == "insert") {
    if (is_iterator(call, 0)) {
      if (!index_of(0, at) || !given_text(call, 1, added)) return false;
      text.insert(at, added);
      return keep_iterator(at);
    }
    return number(call, 0, at) && given_text(call, 1, added) &&
           guarded(call, [&] { text.insert(at, added); }) && keep();
  }
  if (name == "replace") {
    if (is_iterator(call, 0)) {
      size_t end = 0;
      if (!index_of(0, at) || !index_of(1, end) || end < at) return false;
      count = end - at;
    } else if (!number(call, 0, at) || !number(call, 1, count)) {
      return false;
    }
    return given_text(call, 2, added) && guarded(call, [&] { text.replace(at, count, added); }) &&
           keep();
  }
  return call.unsupported(fmt::format("'{}' of a string", call.name));
}

/// A character as a place, when it may be written to; its value otherwise.
bool character_at(ModelCall& call, const std::string& text, size_t index) {
  const QualType type = call.callee->getReturnType();
  const bool writes = type->isReferenceType() && !type.getNonReferenceType().isConstQualified() &&
                      call.self.place && is_std_class(own_class(call), "basic_string");
  if (index < text.size() && (writes || is_string_object(call.self.value)) && call.self.place)
    if (const Object* object = characters_in(call.machine, call.self.place, own_class(call)))
      return call.ret_place(object->elements[index]);
  Value viewed = Value::string(text);
  if (index < text.size() && type->isReferenceType() &&
      is_std_class(own_class(call), "basic_string_view") && call.machine.into_array(viewed))
    return call.ret_place(viewed.object()->elements[index]);
  return call.ret(character(index < text.size() ? text[index] : '\0'));
}

bool query(ModelCall& call) {
  std::string text;
  const llvm::StringRef name = call.name;
  if (!is_char_class(own_class(call)) && !any_unknown(call))
    return call.unsupported("text of this type of characters");
  if (any_unknown(call)) return call.ret(unknown_text(call));
  if (name == "operator=" && call.self.place) { // of a view
    call.storage().write(call.self.place, call.args[0].value);
    return call.ret_place(call.self.place);
  }
  if (!text_of(call.self.value, text)) return call.unsupported("this string");
  const auto size = static_cast<int64_t>(text.size());
  const bool is_view = is_std_class(own_class(call), "basic_string_view");
  if (name == "size" || name == "length") return call.ret(Value::integer(size, 64, false));
  if (name == "empty") return call.ret(Value::boolean(text.empty()));
  if (name == "max_size") return call.ret(Value::integer(INT64_MAX, 64, false));
  if (name == "reserve" && call.num_given() > 0 && call.args[0].value.is(Value::Kind::Int) &&
      call.args[0].value.as_int() < 0) // more than the largest size
    return raise_std(call, "length_error", "basic_string::_M_create");
  if (name == "reserve" || name == "shrink_to_fit") return call.ret(Value::none());
  if (name == "c_str" || name == "data") {
    const bool writes = !call.callee->getReturnType()->getPointeeType().isConstQualified();
    if (call.self.place && !is_view && (writes || is_string_object(call.self.value)))
      if (const Object* object = characters_in(call.machine, call.self.place, own_class(call)))
        return call.ret(Value::iterator(object, 0));
    if (const Location* source = call.self.value.source();
        is_view && call.self.value.is(Value::Kind::String) && source &&
        source->value().is(Value::Kind::None) && !source->has_ended())
      return call.ret(Value::none());
    return call.ret(Value::view(text, is_view ? call.self.value.source() : call.self.place));
  }
  if (name.starts_with("operator basic_string_view") || name.starts_with("operator __sv_type") ||
      name.contains("basic_string_view"))
    return call.ret(Value::view(text, call.self.place));
  if (name == "begin" || name == "end" || name == "cbegin" || name == "cend") {
    Location* place = call.self.place ? call.self.place : call.storage().allocate(call.self.value);
    if (is_std_class(own_class(call), "basic_string_view"))
      return call.unsupported("iterating over a view of a text");
    const Object* object = characters_in(call.machine, place, own_class(call));
    return call.ret(Value::iterator(object, name.ends_with("end") ? size : 0));
  }
  if (name == "rbegin" || name == "rend" || name == "crbegin" || name == "crend") {
    if (call.self.place == nullptr) return call.unsupported("iterating over this text");
    const Object* object = characters_in(call.machine, call.self.place, own_class(call));
    const QualType type = call.callee->getReturnType();
    Operand base;
    base.type = template_type(record_of(type), 0);
    base.value = Value::iterator(object, name.ends_with("rend") ? 0 : size);
    base.place = call.storage().allocate(base.value);
    return call.machine.construct_resolved(call.expr, type, {base}, call.result);
  }
  if (name == "operator[]" || name == "at" || name == "front" || name == "back") {
    size_t index = name == "back" ? text.size() - 1 : 0;
    if ((name == "operator[]" || name == "at") && !number(call, 0, index)) return false;
    if (index >= text.size() && name == "at")
      return guarded(call, [&] { is_view ? std::string_view(text).at(index) : text.at(index); });
    if (index > text.size() || (text.empty() && name != "operator[]"))
      return call.error("string index out of range");
    return character_at(call, text, index);
  }
  size_t at = 0;
  size_t count = std::string::npos;
  // The library's own, for what it throws.
  const auto cut = [&] {
    text = is_view ? std::string(std::string_view(text).substr(at, count)) : text.substr(at, count);
  };
  if (name == "substr") {
    if (call.num_given() > 0 && !number(call, 0, at)) return false;
    if (call.num_given() > 1 && !number(call, 1, count)) return false;
    return guarded(call, cut) && call.ret(Value::string(text));
  }
  if (name == "remove_prefix" || name == "remove_suffix") {
    if (!number(call, 0, at) || at > text.size() || call.self.place == nullptr)
      return call.error("this view is shorter");
    text = name == "remove_prefix" ? text.substr(at) : text.substr(0, text.size() - at);
    call.storage().write(call.self.place, Value::string(text));
    return call.ret(Value::none());
  }
  std::string wanted;
  if (name == "starts_with" || name == "ends_with" || name == "contains") {
    if (!given_text(call, 0, wanted)) return false;
    return call.ret(Value::boolean(name == "starts_with" ? text.starts_with(wanted)
                                   : name == "ends_with" ? text.ends_with(wanted)
                                                         : text.find(wanted) != std::string::npos));
  }
  if (name == "compare") {
    if (is_index(call, 0)) {
      if (!number(call, 0, at) || !number(call, 1, count) || !guarded(call, cut) ||
          !given_text(call, 2, wanted))
        return false;
    } else if (!given_text(call, 0, wanted)) {
      return false;
    }
    return call.ret(Value::integer(text.compare(wanted), 32));
  }
  if (name.starts_with("find") || name == "rfind") {
    const bool backward = name == "rfind" || name.contains("last");
    size_t from = backward ? std::string::npos : 0;
    if (call.num_given() > 1 && !number(call, 1, from)) return false;
    if (!text_of(call.args[0], wanted)) return call.unsupported("this search in a text");
    const bool is_pointer = type_of(call.args[0])->isPointerType();
    if (call.num_given() > 2) { // (characters, from, how many)
      if (!number(call, 2, count)) return false;
      wanted = wanted.substr(0, count);
    } else if (is_pointer) {
      wanted = wanted.substr(0, wanted.find('\0'));
    }
    const size_t found = name == "find"                ? text.find(wanted, from)
                         : name == "rfind"             ? text.rfind(wanted, from)
                         : name == "find_first_of"     ? text.find_first_of(wanted, from)
                         : name == "find_last_of"      ? text.find_last_of(wanted, from)
                         : name == "find_first_not_of" ? text.find_first_not_of(wanted, from)
                                                       : text.find_last_not_of(wanted, from);
    return call.ret(Value::integer(static_cast<int64_t>(found), 64, false));
  }
  return call.unsupported(fmt::format("'{}' of a string", call.name));
}

/// strlen, strcmp and their kin, of known text.
bool c_string(ModelCall& call) {
  std::string left;
  std::string right;
  const llvm::StringRef name = call.name;
  if (any_unknown(call)) return call.ret(unknown_text(call));
  if (!text_of(call.args[0].value, left)) return call.unsupported("this text");
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
  if (!text_of(call.args[1].value, right)) return call.unsupported("this text");
  right = right.substr(0, right.find('\0'));
  if (name == "strncmp") {
    const auto count = static_cast<size_t>(call.args[2].value.as_int());
    return call.ret(Value::integer(std::strncmp(left.c_str(), right.c_str(), count), 32));
  }
  if (name == "strcmp") return call.ret(Value::integer(left.compare(right), 32));
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

#define FX_C_NAME(NAME, MODEL, CONTRACT)                                                           \
  {NAME, MODEL, CONTRACT}, {                                                                       \
    "std::" NAME, MODEL, CONTRACT                                                                  \
  }
#define FX_COMPARISONS(SPACE)                                                                      \
  {SPACE "::operator==", compare, contract::compares},                                             \
      {SPACE "::operator!=", compare, contract::compares},                                         \
      {SPACE "::operator<", compare, contract::compares},                                          \
      {SPACE "::operator>", compare, contract::compares},                                          \
      {SPACE "::operator<=", compare, contract::compares}, {                                       \
    SPACE "::operator>=", compare, contract::compares                                              \
  }

/// A number, and through a pointer where its text ends.
ModelTable std_string_models() {
  static const ModelEntry table[] = {
      {"std::basic_string::basic_string", construct, contract::constructs},
      {"std::basic_string_view::basic_string_view", construct, contract::refers},
      {"std::basic_string::operator+=", change, contract::takes},
      {"std::basic_string::append", change, contract::takes},
      {"std::basic_string::assign", change, contract::takes},
      {"std::basic_string::push_back", change, contract::takes},
      {"std::basic_string::pop_back", change, contract::changes_itself},
      {"std::basic_string::clear", change, contract::changes_itself},
      {"std::basic_string::resize", change, contract::takes},
      {"std::basic_string::swap", change, contract::exchanges},
      {"std::basic_string::erase", change, contract::takes},
      {"std::basic_string::insert", change, contract::takes},
      {"std::basic_string::replace", change, contract::takes},
      {"std::basic_string::operator=", change, contract::assigns},
      {"boost::algorithm::iequals", equal_ignoring_case, contract::computes},
      {"std::basic_string::rbegin", query, contract::finds},
      {"std::basic_string::rend", query, contract::finds},
      {"std::basic_string::crbegin", query, contract::finds},
      {"std::basic_string::crend", query, contract::finds},
      {"std::basic_string::*", query, contract::gives_access},
      {"std::basic_string_view::*", query, contract::handles},
      {"std::operator+", concatenate, contract::constructs},
      FX_COMPARISONS("std"),
      FX_COMPARISONS("std::__detail"),
      FX_COMPARISONS("std::rel_ops"),
      FX_COMPARISONS("c10"),
      FX_C_NAME("strstr", c_string, contract::gives_access),
      FX_C_NAME("strcmp", c_string, contract::computes),
      FX_C_NAME("strncmp", c_string, contract::computes),
      FX_C_NAME("strlen", c_string, contract::computes),
      FX_C_NAME("strchr", c_string, contract::gives_access),
      FX_C_NAME("strrchr", c_string, contract::gives_access),
      FX_C_NAME("isalnum", classify, contract::computes),
      FX_C_NAME("isalpha", classify, contract::computes),
      FX_C_NAME("isblank", classify, contract::computes),
      FX_C_NAME("iscntrl", classify, contract::computes),
      FX_C_NAME("isdigit", classify, contract::computes),
      FX_C_NAME("isgraph", classify, contract::computes),
      FX_C_NAME("islower", classify, contract::computes),
      FX_C_NAME("isprint", classify, contract::computes),
      FX_C_NAME("ispunct", classify, contract::computes),
      FX_C_NAME("isspace", classify, contract::computes),
      FX_C_NAME("isupper", classify, contract::computes),
      FX_C_NAME("isxdigit", classify, contract::computes),
      FX_C_NAME("tolower", classify, contract::computes),
      FX_C_NAME("toupper", classify, contract::computes),
  };
  return table;
}
#undef FX_C_NAME
#undef FX_COMPARISONS

} // namespace fx::frontend
