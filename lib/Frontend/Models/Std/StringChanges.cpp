// Methods of std::string that change it.
#include "Frontend/Models/Std/Strings.h"

using namespace clang;

namespace fx::frontend {

namespace {

bool is_iterator(const ModelCall& call, size_t i) {
  if (i >= call.num_given()) return false;
  const CXXRecordDecl* record = record_of(type_of(call.args[i]));
  return record && record->getIdentifier() && record->getName().contains("iterator") &&
         record->getName() != "initializer_list";
}

/// References and iterators to the characters of the string in `place` have no meaning any more.
void end_characters(Storage& storage, const Location* place) {
  if (!is_string_object(place->value())) return;
  const Object* object = place->value().object();
  storage.invalidate(object);
  for (Location* character : object->elements)
    storage.end(character);
}

/// `text` is what the string holds from here on.
bool hold(ModelCall& call, const std::string& text) {
  if (!has_room(call, text)) return false;
  end_characters(call.storage(), call.self.place);
  call.storage().write(call.self.place, Value::string(text));
  return true;
}

/// The same, by a method that returns the string or nothing.
bool keep(ModelCall& call, const std::string& text) {
  if (!hold(call, text)) return false;
  return call.callee->getReturnType()->isReferenceType() ? call.ret_place(call.self.place)
                                                         : call.ret(Value::none());
}

/// The same, by a method that returns an iterator.
bool keep_and_point(ModelCall& call, const std::string& text, size_t index) {
  if (!hold(call, text)) return false;
  const Object* object = characters_in(call.machine, call.self.place, own_class(call));
  return call.ret(Value::iterator(object, static_cast<int64_t>(index)));
}

/// The position of argument number `i`, an iterator of the string.
bool own_position(ModelCall& call, size_t i, size_t& index) {
  const Value& iterator = call.args[i].value;
  const Value& self = call.self.place->value();
  const bool own = iterator.is(Value::Kind::Iterator) && is_string_object(self) &&
                   iterator.object() == self.object();
  if (!own) return call.error(diag::iterator_of_another_string);
  index = static_cast<size_t>(iterator.index());
  return true;
}

/// What a method does to the text of a string.
using Change = bool (*)(ModelCall& call, std::string& text);

bool run_change(ModelCall& call, Change method, bool needs_text) {
  Location* place = call.self.place;
  if (place == nullptr) return call.unsupported();
  if (any_unknown(call)) {
    call.storage().write(place, unknown_text(call));
    return call.callee->getReturnType()->isReferenceType() ? call.ret_place(place)
                                                           : call.ret(place->value());
  }
  std::string text;
  if (!text_of(place->value(), text) && needs_text) return call.unsupported(missing::this_string);
  return method(call, text);
}

/// The model of a method that changes the text that is there.
template <Change Run>
bool change(ModelCall& call) {
  return run_change(call, Run, /*needs_text=*/true);
}

bool other_text(ModelCall& call, std::string& text) {
  Location* place = call.self.place;
  if (call.num_given() == 1 && is_movable(call.args[0]) && call.args[0].place != place &&
      is_std_class(record_of(type_of(call.args[0])), "basic_string")) {
    Value moved;
    if (!call.machine.move_out(call.expr, type_of(call.args[0]), call.args[0].place, moved))
      return false;
    end_characters(call.storage(), place);
    call.storage().write(place, moved);
    return call.ret_place(place);
  }
  return given_text(call, 0, text) && keep(call, text);
}

/// operator= and assign: whatever was there.
bool assign(ModelCall& call) {
  return run_change(call, other_text, /*needs_text=*/false);
}

/// operator+=, append and push_back.
bool append(ModelCall& call, std::string& text) {
  std::string added;
  return given_text(call, 0, added) && (text += added, keep(call, text));
}

bool pop_back(ModelCall& call, std::string& text) {
  if (text.empty()) return call.error(diag::empty_string_read);
  text.pop_back();
  return keep(call, text);
}

bool clear(ModelCall& call, std::string& text) {
  text.clear();
  return keep(call, text);
}

bool resize(ModelCall& call, std::string& text) {
  size_t size = 0;
  if (!given_index(call, 0, size)) return false;
  if (size > 10'000'000) return call.error(diag::string_too_large);
  text.resize(size, call.num_given() > 1 ? static_cast<char>(call.args[1].value.as_int()) : '\0');
  return keep(call, text);
}

bool swap(ModelCall& call, std::string& text) {
  std::string other;
  if (!call.args[0].place || !text_of(call.args[0].value, other))
    return call.unsupported(missing::this_swap);
  call.storage().write(call.args[0].place, Value::string(text));
  return keep(call, other);
}

/// erase(iterator), erase(first, last)
bool erase_range(ModelCall& call, std::string& text) {
  size_t at = 0;
  if (!own_position(call, 0, at)) return false;
  size_t end = at + 1;
  if (call.num_given() > 1 && !own_position(call, 1, end)) return false;
  if (at > end || end > text.size()) return call.error(diag::iterator_at_the_end);
  text.erase(at, end - at);
  return keep_and_point(call, text, at);
}

bool erase(ModelCall& call, std::string& text) {
  if (is_iterator(call, 0)) return erase_range(call, text);
  size_t at = 0;
  size_t count = std::string::npos;
  if (call.num_given() > 0 && !given_index(call, 0, at)) return false;
  if (call.num_given() > 1 && !given_index(call, 1, count)) return false;
  return guarded(call, [&] { text.erase(at, count); }) && keep(call, text);
}

bool insert(ModelCall& call, std::string& text) {
  std::string added;
  size_t at = 0;
  if (is_iterator(call, 0)) {
    if (!own_position(call, 0, at) || !given_text(call, 1, added)) return false;
    text.insert(at, added);
    return keep_and_point(call, text, at);
  }
  return given_index(call, 0, at) && given_text(call, 1, added) &&
         guarded(call, [&] { text.insert(at, added); }) && keep(call, text);
}

bool replace(ModelCall& call, std::string& text) {
  std::string added;
  size_t at = 0;
  size_t count = 0;
  if (is_iterator(call, 0)) {
    size_t end = 0;
    if (!own_position(call, 0, at) || !own_position(call, 1, end) || end < at) return false;
    count = end - at;
  } else if (!given_index(call, 0, at) || !given_index(call, 1, count)) {
    return false;
  }
  return given_text(call, 2, added) && guarded(call, [&] { text.replace(at, count, added); }) &&
         keep(call, text);
}

} // namespace

extern const ModelTable std_string_change_models = {
    {"std::basic_string::operator=", assign, assigns},
    {"std::basic_string::assign", assign, takes},
    {"std::basic_string::{operator+=,append,push_back}", change<append>, takes},
    {"std::basic_string::pop_back", change<pop_back>, changes_itself},
    {"std::basic_string::clear", change<clear>, changes_itself},
    {"std::basic_string::resize", change<resize>, takes},
    {"std::basic_string::swap", change<swap>, exchanges},
    {"std::basic_string::erase", change<erase>, takes},
    {"std::basic_string::insert", change<insert>, takes},
    {"std::basic_string::replace", change<replace>, takes},
};

} // namespace fx::frontend
