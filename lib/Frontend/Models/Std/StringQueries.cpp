// Methods of std::string and string_view that look at their text, and hand out what it is made of.
#include "Frontend/Models/Methods.h"
#include "Frontend/Models/Std/Strings.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// A string or a view of which all characters are known.
struct KnownText {
  std::string text;
  bool is_view;

  int64_t size() const { return static_cast<int64_t>(text.size()); }
  /// The library's own, for what it throws.
  void cut(size_t at, size_t count) {
    text = is_view ? std::string(std::string_view(text).substr(at, count)) : text.substr(at, count);
  }
};

using Query = bool (*)(ModelCall& call, KnownText& self);

/// size and length.
bool length(ModelCall& call, KnownText& self) {
  return call.ret(Value::integer(self.size(), 64, false));
}

bool is_empty(ModelCall& call, KnownText& self) {
  return call.ret(Value::boolean(self.text.empty()));
}

bool max_size(ModelCall& call, KnownText& self) {
  // What an allocator can give is another number since C++20, which took its max_size().
  const bool later = call.machine.context().getLangOpts().CPlusPlus20;
  const auto size = self.is_view ? static_cast<int64_t>(std::string_view().max_size())
                                 : (later ? INT64_MAX : INT64_MAX / 2);
  return call.ret(Value::integer(size, 64, false));
}

bool reserve(ModelCall& call, KnownText&) {
  if (call.num_given() > 0 && call.args[0].value.is(Value::Kind::Int) &&
      call.args[0].value.as_int() < 0) // more than the largest size
    return raise_std(call, "length_error", "basic_string::_M_create");
  return call.ret(Value::none());
}

bool shrink_to_fit(ModelCall& call, KnownText&) {
  return call.ret(Value::none());
}

/// c_str and data.
bool pointer(ModelCall& call, KnownText& self) {
  const bool writes = !call.callee->getReturnType()->getPointeeType().isConstQualified();
  if (call.self.place && !self.is_view && (writes || is_string_object(call.self.value)))
    if (const Object* object = characters_in(call.machine, call.self.place, own_class(call)))
      return call.ret(Value::iterator(object, 0));
  if (const Location* source = call.self.value.source();
      self.is_view && call.self.value.is(Value::Kind::String) && source &&
      source->value().is(Value::Kind::None) && !source->has_ended())
    return call.ret(Value::none());
  return call.ret(
      Value::view(self.text, self.is_view ? call.self.value.source() : call.self.place));
}

bool is_conversion_to_view(llvm::StringRef name) {
  return name.starts_with("operator __sv_type") || name.contains("basic_string_view");
}

/// begin, end and their const forms.
bool iterator(ModelCall& call, KnownText& self) {
  Location* place = call.self.place ? call.self.place : call.storage().allocate(call.self.value);
  if (self.is_view) return call.unsupported(missing::iterating_over_a_view_of_a_text);
  const Object* object = characters_in(call.machine, place, own_class(call));
  return call.ret(Value::iterator(object, call.name.ends_with("end") ? self.size() : 0));
}

/// rbegin, rend and their const forms.
bool reverse_iterator(ModelCall& call, KnownText& self) {
  if (call.self.place == nullptr) return call.unsupported(missing::iterating_over_this_text);
  const Object* object = characters_in(call.machine, call.self.place, own_class(call));
  const QualType type = call.callee->getReturnType();
  Operand base;
  base.type = template_type(record_of(type), 0);
  base.value = Value::iterator(object, call.name.ends_with("rend") ? 0 : self.size());
  base.place = call.storage().allocate(base.value);
  return call.machine.construct_resolved(call.expr, type, {base}, call.result);
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

/// at, which throws.
bool checked_element(ModelCall& call, KnownText& self) {
  const std::string& text = self.text;
  size_t index = 0;
  if (!given_index(call, 0, index)) return false;
  if (index >= text.size())
    return guarded(
        call, [&] { return self.is_view ? std::string_view(text).at(index) : text.at(index); });
  return character_at(call, text, index);
}

/// operator[], front and back.
bool element(ModelCall& call, KnownText& self) {
  const std::string& text = self.text;
  const bool is_indexed = call.name == "operator[]";
  size_t index = call.name == "back" ? text.size() - 1 : 0;
  if (is_indexed && !given_index(call, 0, index)) return false;
  if (index > text.size() || (text.empty() && !is_indexed))
    return call.error(diag::character_out_of_range);
  return character_at(call, text, index);
}

bool substr(ModelCall& call, KnownText& self) {
  size_t at = 0;
  size_t count = std::string::npos;
  if (call.num_given() > 0 && !given_index(call, 0, at)) return false;
  if (call.num_given() > 1 && !given_index(call, 1, count)) return false;
  return guarded(call, [&] { self.cut(at, count); }) && call.ret(Value::string(self.text));
}

/// remove_prefix and remove_suffix, of a view.
bool shorten(ModelCall& call, KnownText& self) {
  const std::string& text = self.text;
  size_t count = 0;
  if (!given_index(call, 0, count) || count > text.size() || call.self.place == nullptr)
    return call.error(diag::view_too_short);
  const bool in_front = call.name == "remove_prefix";
  call.storage().write(
      call.self.place,
      Value::string(in_front ? text.substr(count) : text.substr(0, text.size() - count)));
  return call.ret(Value::none());
}

/// starts_with, ends_with and contains.
bool has_part(ModelCall& call, KnownText& self) {
  const std::string& text = self.text;
  std::string wanted;
  if (!given_text(call, 0, wanted)) return false;
  return call.ret(Value::boolean(call.name == "starts_with" ? text.starts_with(wanted)
                                 : call.name == "ends_with"
                                     ? text.ends_with(wanted)
                                     : text.find(wanted) != std::string::npos));
}

bool compare_with(ModelCall& call, KnownText& self) {
  std::string wanted;
  size_t at = 0;
  size_t count = 0;
  if (is_index(call, 0)) {
    if (!given_index(call, 0, at) || !given_index(call, 1, count) ||
        !guarded(call, [&] { self.cut(at, count); }) || !given_text(call, 2, wanted))
      return false;
  } else if (!given_text(call, 0, wanted)) {
    return false;
  }
  return call.ret(difference(self.text, wanted));
}

/// What find and its kin look for: the first argument, a part of it with a third.
bool wanted_text(ModelCall& call, std::string& wanted) {
  if (!text_of(call.args[0], wanted)) return call.unsupported(missing::search_in_a_text);
  const bool is_pointer = type_of(call.args[0])->isPointerType();
  if (call.num_given() > 2) { // (characters, from, how many)
    size_t count = 0;
    if (!given_index(call, 2, count)) return false;
    wanted = wanted.substr(0, count);
  } else if (is_pointer) {
    wanted = wanted.substr(0, wanted.find('\0'));
  }
  return true;
}

/// find, rfind, find_first_of and their kin.
bool find(ModelCall& call, KnownText& self) {
  const llvm::StringRef name = call.name;
  const std::string& text = self.text;
  const bool backward = name == "rfind" || name.contains("last");
  size_t from = backward ? std::string::npos : 0;
  if (call.num_given() > 1 && !given_index(call, 1, from)) return false;
  std::string wanted;
  if (!wanted_text(call, wanted)) return false;
  const size_t found = name == "find"                ? text.find(wanted, from)
                       : name == "rfind"             ? text.rfind(wanted, from)
                       : name == "find_first_of"     ? text.find_first_of(wanted, from)
                       : name == "find_last_of"      ? text.find_last_of(wanted, from)
                       : name == "find_first_not_of" ? text.find_first_not_of(wanted, from)
                                                     : text.find_last_not_of(wanted, from);
  return call.ret(Value::integer(static_cast<int64_t>(found), 64, false));
}

constexpr Method<Query> queries[] = {
    {"size", length},
    {"length", length},
    {"empty", is_empty},
    {"max_size", max_size},
    {"reserve", reserve},
    {"shrink_to_fit", shrink_to_fit},
    {"c_str", pointer},
    {"data", pointer},
    {"begin", iterator},
    {"end", iterator},
    {"cbegin", iterator},
    {"cend", iterator},
    {"rbegin", reverse_iterator},
    {"rend", reverse_iterator},
    {"crbegin", reverse_iterator},
    {"crend", reverse_iterator},
    {"at", checked_element},
    {"operator[]", element},
    {"front", element},
    {"back", element},
    {"substr", substr},
    {"remove_prefix", shorten},
    {"remove_suffix", shorten},
    {"starts_with", has_part},
    {"ends_with", has_part},
    {"contains", has_part},
    {"compare", compare_with},
    {"find", find},
    {"rfind", find},
    {"find_first_of", find},
    {"find_last_of", find},
    {"find_first_not_of", find},
    {"find_last_not_of", find},
};

bool query(ModelCall& call) {
  if (!is_char_class(own_class(call)) && !any_unknown(call)) return call.unsupported();
  // Nothing changes what has no place.
  if (call.self.value.is_node() && !call.self.place && is_conversion_to_view(call.name))
    return call.ret(call.self.value);
  if (any_unknown(call)) return call.ret(unknown_text(call));
  if (call.name == "operator=" && call.self.place) { // of a view
    call.storage().write(call.self.place, call.args[0].value);
    return call.ret_place(call.self.place);
  }
  KnownText self{{}, is_std_class(own_class(call), "basic_string_view")};
  if (!text_of(call.self.value, self.text)) return call.unsupported(missing::this_string);
  if (const Query method = find_method(queries, call.name)) return method(call, self);
  if (is_conversion_to_view(call.name)) return call.ret(Value::view(self.text, call.self.place));
  return call.unsupported(missing::method_of_a_string, call.name);
}

} // namespace

extern const ModelTable std_string_query_models = {
    {"std::basic_string::{rbegin,rend,crbegin,crend}", query, finds},
    {"std::basic_string::*", query, gives_access},
    {"std::basic_string_view::*", query, handles},
};

} // namespace fx::frontend
