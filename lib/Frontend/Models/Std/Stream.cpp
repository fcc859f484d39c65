// Streams. A string stream is an object with its text for its one element and its state hidden; the
// library's own stream does on it what the program asks for. Other streams are effects without
// influence on the model.
#include "Frontend/Models/Methods.h"
#include "Frontend/Models/Text.h"

#include <fmt/format.h>
#include <iomanip>
#include <sstream>

using namespace clang;

namespace fx::frontend {

namespace {

enum Hidden : uint8_t { Get, Put, Flags, Precision, Width, Fill, State, Mode, Count };

const Object* text_stream(const Operand& operand) {
  const Object* object = ModelCall::object_of(operand);
  return object && object->type && object->elements.size() == 1 && object->hidden.size() == Count
             ? object
             : nullptr;
}

int64_t hidden(const Object& stream, Hidden which) {
  return stream.hidden[which]->value().as_int();
}

/// The library's own stream in the state of the program's.
std::stringstream loaded(const Object& object) {
  const auto mode = static_cast<std::ios_base::openmode>(hidden(object, Mode));
  std::stringstream stream(std::string(object.elements[0]->value().text()), mode);
  if (mode & std::ios_base::in) stream.seekg(hidden(object, Get));
  if (mode & std::ios_base::out) stream.seekp(hidden(object, Put));
  stream.flags(static_cast<std::ios_base::fmtflags>(hidden(object, Flags)));
  stream.precision(hidden(object, Precision));
  stream.width(hidden(object, Width));
  stream.fill(static_cast<char>(hidden(object, Fill)));
  stream.clear(static_cast<std::ios_base::iostate>(hidden(object, State)));
  return stream;
}

void store(Machine& machine, const Object& object, std::stringstream& stream) {
  Storage& storage = machine.storage();
  const auto keep = [&](Hidden which, int64_t value) {
    if (object.hidden[which]->value().as_int() != value ||
        !object.hidden[which]->value().is(Value::Kind::Int))
      storage.write(object.hidden[which], Value::integer(value));
  };
  keep(State, stream.rdstate());
  stream.clear();
  keep(Get, std::max<int64_t>(stream.tellg(), 0));
  keep(Put, std::max<int64_t>(stream.tellp(), 0));
  keep(Flags, stream.flags());
  keep(Precision, stream.precision());
  keep(Width, stream.width());
  keep(Fill, stream.fill());
  const std::string text = stream.str();
  if (object.elements[0]->value().text() != text)
    storage.write(object.elements[0], Value::string(text));
}

void forget(ModelCall& call, const Object& object) {
  call.storage().write(object.elements[0], unknown_text(call));
}

bool is_known(const Object& object) {
  return object.elements[0]->value().is(Value::Kind::String);
}

bool construct(ModelCall& call) {
  Storage& storage = call.storage();
  const CXXRecordDecl* record = llvm::cast<CXXConstructorDecl>(call.callee)->getParent();
  const llvm::StringRef name = record->getName();
  auto mode = static_cast<int64_t>(name == "basic_istringstream" ? std::ios_base::in
                                   : name == "basic_ostringstream"
                                       ? std::ios_base::out
                                       : std::ios_base::in | std::ios_base::out);
  const int64_t own_mode = mode;
  Value initial = Value::string("");
  for (size_t i = 0; i < call.num_given(); ++i) {
    std::string text;
    if (text_of(call.args[i].value, text)) {
      initial = Value::string(text);
    } else if (call.args[i].value.is(Value::Kind::Int)) {
      mode = call.args[i].value.as_int();
      if (name == "basic_istringstream") mode |= std::ios_base::in;
      if (name == "basic_ostringstream") mode |= std::ios_base::out;
    } else if (is_unknown(call.args[i].value)) {
      initial = unknown_text(call);
    } else {
      return call.unsupported(missing::construction_of_a_stream);
    }
  }
  Object* object = storage.create(Object::Kind::Class, record);
  object->elements.push_back(storage.allocate(initial));
  for (size_t i = 0; i < Count; ++i)
    object->hidden.push_back(storage.allocate(Value::integer(0)));
  storage.write(object->hidden[Mode], Value::integer(mode));
  if (!is_known(*object)) {
    storage.write(object->elements[0], Value::string(""));
    std::stringstream stream("", static_cast<std::ios_base::openmode>(own_mode));
    store(call.machine, *object, stream);
    storage.write(object->elements[0], initial);
    return call.ret(Value::object(object));
  }
  std::stringstream stream(std::string(initial.text()), static_cast<std::ios_base::openmode>(mode));
  store(call.machine, *object, stream);
  return call.ret(Value::object(object));
}

using Manipulator = std::ios_base& (*)(std::ios_base&);

Manipulator manipulator(llvm::StringRef name) {
  return llvm::StringSwitch<Manipulator>(name)
      .Case("hex", std::hex)
      .Case("dec", std::dec)
      .Case("oct", std::oct)
      .Case("fixed", std::fixed)
      .Case("scientific", std::scientific)
      .Case("hexfloat", std::hexfloat)
      .Case("defaultfloat", std::defaultfloat)
      .Case("boolalpha", std::boolalpha)
      .Case("noboolalpha", std::noboolalpha)
      .Case("showbase", std::showbase)
      .Case("noshowbase", std::noshowbase)
      .Case("showpoint", std::showpoint)
      .Case("noshowpoint", std::noshowpoint)
      .Case("showpos", std::showpos)
      .Case("noshowpos", std::noshowpos)
      .Case("uppercase", std::uppercase)
      .Case("nouppercase", std::nouppercase)
      .Case("left", std::left)
      .Case("right", std::right)
      .Case("internal", std::internal)
      .Case("skipws", std::skipws)
      .Case("noskipws", std::noskipws)
      .Case("unitbuf", std::unitbuf)
      .Case("nounitbuf", std::nounitbuf)
      .Default(nullptr);
}

/// std::hex and its kin, applied to a stream.
bool manipulate(std::stringstream& stream, const FunctionDecl* function) {
  if (!function->isInStdNamespace() || !function->getIdentifier()) return false;
  const llvm::StringRef name = function->getName();
  if (const Manipulator known = manipulator(name))
    stream << known;
  else if (name == "endl")
    stream << '\n';
  else if (name == "ends")
    stream << std::ends;
  else if (name == "ws")
    stream >> std::ws;
  else if (name != "flush")
    return false;
  return true;
}

/// std::setw(n) and its kin, whose value is the number.
bool set_by_manipulator(std::stringstream& stream, const CXXRecordDecl* record, int64_t number) {
  if (record == nullptr || !record->getIdentifier()) return false;
  const llvm::StringRef name = record->getName();
  if (name == "_Setw")
    stream.width(number);
  else if (name == "_Setprecision")
    stream.precision(number);
  else if (name == "_Setfill")
    stream.fill(static_cast<char>(number));
  else if (name == "_Setbase")
    stream << std::setbase(static_cast<int>(number));
  else if (name == "_Setiosflags")
    stream.setf(static_cast<std::ios_base::fmtflags>(number));
  else if (name == "_Resetiosflags")
    stream.unsetf(static_cast<std::ios_base::fmtflags>(number));
  else
    return false;
  return true;
}

bool make_manipulator(ModelCall& call) {
  return call.ret(call.args[0].value);
}

/// Calls `use` with `number` in the C++ type that `type` is.
template <class Use>
bool with_number(Machine& machine, QualType type, const Value& number, Use&& use) {
  const auto* builtin = type.getCanonicalType()->getAs<BuiltinType>();
  if (builtin == nullptr || !number.is_number()) return false;
  const int64_t integer = number.is(Value::Kind::Int) ? number.as_int() : 0;
  switch (builtin->getKind()) {
  case BuiltinType::Bool: use(integer != 0); return true;
  case BuiltinType::Char_S:
  case BuiltinType::Char_U: use(static_cast<char>(integer)); return true;
  case BuiltinType::SChar: use(static_cast<signed char>(integer)); return true;
  case BuiltinType::UChar: use(static_cast<unsigned char>(integer)); return true;
  case BuiltinType::Short: use(static_cast<short>(integer)); return true;
  case BuiltinType::UShort: use(static_cast<unsigned short>(integer)); return true;
  case BuiltinType::Int: use(static_cast<int>(integer)); return true;
  case BuiltinType::UInt: use(static_cast<unsigned>(integer)); return true;
  case BuiltinType::Long: use(static_cast<long>(integer)); return true;
  case BuiltinType::ULong: use(static_cast<unsigned long>(integer)); return true;
  case BuiltinType::LongLong: use(static_cast<long long>(integer)); return true;
  case BuiltinType::ULongLong: use(static_cast<unsigned long long>(integer)); return true;
  case BuiltinType::Float: use(static_cast<float>(number.as_double())); return true;
  case BuiltinType::Double: use(number.as_double()); return true;
  case BuiltinType::LongDouble: use(static_cast<long double>(number.as_double())); return true;
  default: return false;
  }
  (void)machine;
}

/// The library pads a number on the stack: what fills that is refused before it gets there.
constexpr int64_t max_padding = 100'000;

/// stream << value, for every type of value and stream.
bool print(ModelCall& call) {
  const bool member = isa<CXXMethodDecl>(call.callee);
  if (!member && call.args.empty()) return call.ret(Value::none());
  const Operand& to = member ? call.self : call.args[0];
  const size_t first = member ? 0 : 1;
  call.result.place = to.place;
  call.result.value = to.value;
  const Object* object = text_stream(to);
  if (object == nullptr || call.args.size() <= first) return true;
  const Operand& added = call.args[first];
  const QualType type =
      call.callee->getParamDecl(static_cast<unsigned>(first))->getType().getNonReferenceType();
  if (!is_known(*object)) return true;
  std::string text;
  const bool is_text = text_of(added.value, text);
  const bool is_padded = is_text || (added.value.is_number() && !type->isRecordType());
  if (is_padded && std::max(hidden(*object, Width), hidden(*object, Precision)) > max_padding)
    return call.error(diag::string_too_large);
  std::stringstream stream = loaded(*object);
  bool printed = true;
  if (added.value.is(Value::Kind::Function)) {
    if (!manipulate(stream, added.value.function())) {
      // A manipulator of the user's.
      Result ignored;
      return call.machine.call_value(call.expr, added.value, {to}, ignored);
    }
  } else if (is_text) {
    if (type->isPointerType() || type->isArrayType()) text = text.substr(0, text.find('\0'));
    stream << text;
  } else if (added.value.is(Value::Kind::Int) && type->isRecordType()) {
    printed = set_by_manipulator(stream, record_of(type), added.value.as_int());
  } else if (added.value.is(Value::Kind::None) && type->isPointerType()) {
    stream << static_cast<const void*>(nullptr);
  } else {
    printed = with_number(call.machine, type, added.value, [&](auto number) { stream << number; });
  }
  if (printed)
    store(call.machine, *object, stream);
  else
    forget(call, *object);
  // Each text that was in it is kept.
  return call.machine.charge(call.expr, object->elements[0]->value().text().size() / 64);
}

/// Reads one value of the type of the place `to`.
bool read(ModelCall& call, std::stringstream& stream, const Operand& to, QualType type) {
  Storage& storage = call.storage();
  if (to.place == nullptr) return call.unsupported(missing::reading_into_this_value);
  if (is_std_class(record_of(type), "basic_string")) {
    std::string text;
    text_of(to.place->value(), text);
    stream >> text;
    storage.write(to.place, Value::string(text));
    return true;
  }
  const Value before = to.place->value().is_number() ? to.place->value() : Value::integer(0);
  Value value;
  const bool known = with_number(call.machine, type, before, [&](auto number) {
    stream >> number;
    if constexpr (std::is_floating_point_v<decltype(number)>)
      value = Value::floating(static_cast<double>(number));
    else
      value = Value::integer(static_cast<int64_t>(number));
  });
  if (!known) return call.unsupported(missing::reading_into_this_value);
  if (!call.machine.convert(call.expr, type, value)) return false;
  storage.write(to.place, value);
  return true;
}

bool extract(ModelCall& call) {
  const bool member = isa<CXXMethodDecl>(call.callee);
  const Operand& from = member ? call.self : call.args[0];
  const size_t first = member ? 0 : 1;
  if (call.args.size() <= first) return call.unsupported();
  const Operand& to = call.args[first];
  const Object* object = text_stream(from);
  const QualType type = type_of(to);
  if (object == nullptr || !is_known(*object)) {
    if (to.place && !to.value.is(Value::Kind::Function))
      call.storage().write(to.place,
                           Value::opaque(call.location(),
                                         "the result of '>>' is not known: the tracer does "
                                         "not know what the stream holds"));
    call.result = {from.value, from.place};
    return true;
  }
  std::stringstream stream = loaded(*object);
  if (to.value.is(Value::Kind::Function)) {
    if (!manipulate(stream, to.value.function())) {
      Result ignored;
      return call.machine.call_value(call.expr, to.value, {from}, ignored);
    }
  } else if (type->isRecordType() && to.value.is(Value::Kind::Int)) {
    if (!set_by_manipulator(stream, record_of(type), to.value.as_int()))
      return call.unsupported(missing::reading_into_this_value);
  } else if (!read(call, stream, to, type)) {
    return false;
  }
  store(call.machine, *object, stream);
  call.result = {from.value, from.place};
  return true;
}

bool getline(ModelCall& call) {
  const Object* object = text_stream(call.args[0]);
  Location* place = call.args[1].place;
  if (place == nullptr) return call.unsupported(missing::std_getline);
  if (object == nullptr || !is_known(*object)) {
    call.storage().write(place, unknown_text(call));
  } else {
    std::stringstream stream = loaded(*object);
    std::string line;
    text_of(place->value(), line);
    const char delimiter =
        call.num_given() > 2 ? static_cast<char>(call.args[2].value.as_int()) : '\n';
    std::getline(stream, line, delimiter);
    store(call.machine, *object, stream);
    call.storage().write(place, Value::string(line));
  }
  call.result = {call.args[0].value, call.args[0].place};
  return true;
}

/// A string stream whose text is known, as the library has it while a method of it runs.
struct KnownStream {
  ModelCall& call;
  const Object& object;
  std::stringstream stream = loaded(object);

  size_t given() const { return call.num_given(); }
  int64_t number(size_t i) const { return call.args[i].value.as_int(); }
  char character(size_t i) const { return static_cast<char>(number(i)); }
  std::ios_base::iostate state(size_t i) const {
    return static_cast<std::ios_base::iostate>(number(i));
  }
  std::ios_base::fmtflags flags(size_t i) const {
    return static_cast<std::ios_base::fmtflags>(number(i));
  }

  bool ret_self() {
    store(call.machine, object, stream);
    call.result = {call.self.value, call.self.place};
    return true;
  }
  bool ret_number(int64_t value) {
    store(call.machine, object, stream);
    Value result = Value::integer(value);
    const QualType type = call.callee->getReturnType();
    return (type->isRecordType() || call.machine.convert(call.expr, type, result)) &&
           call.ret(result);
  }
};

/// Methods that return the stream, or nothing.
constexpr Method<void (*)(KnownStream&)> stream_changes[] = {
    {"put", [](KnownStream& self) { self.stream.put(self.character(0)); }},
    {"flush", [](KnownStream&) {}},
    {"unget", [](KnownStream& self) { self.stream.unget(); }},
    {"putback", [](KnownStream& self) { self.stream.putback(self.character(0)); }},
    {"ignore",
     [](KnownStream& self) {
       self.stream.ignore(self.given() > 0 ? self.number(0) : 1,
                          self.given() > 1 ? static_cast<int>(self.number(1))
                                           : std::char_traits<char>::eof());
     }},
    {"clear",
     [](KnownStream& self) {
       self.stream.clear(self.given() > 0 ? self.state(0) : std::ios_base::goodbit);
     }},
    {"setstate", [](KnownStream& self) { self.stream.setstate(self.state(0)); }},
};

#define FX_SETTING(NAME, ARGUMENT)                                                                 \
  [](KnownStream& self) -> int64_t {                                                               \
    return self.given() > 0 ? self.stream.NAME(self.ARGUMENT(0)) : self.stream.NAME();             \
  }

/// Methods that return a number; those that set one too, what it was before.
constexpr Method<int64_t (*)(KnownStream&)> stream_numbers[] = {
    {"peek", [](KnownStream& self) -> int64_t { return self.stream.peek(); }},
    {"tellg", [](KnownStream& self) -> int64_t { return self.stream.tellg(); }},
    {"tellp", [](KnownStream& self) -> int64_t { return self.stream.tellp(); }},
    {"eof", [](KnownStream& self) -> int64_t { return self.stream.eof(); }},
    {"good", [](KnownStream& self) -> int64_t { return self.stream.good(); }},
    {"fail", [](KnownStream& self) -> int64_t { return self.stream.fail(); }},
    {"operator!", [](KnownStream& self) -> int64_t { return self.stream.fail(); }},
    {"bad", [](KnownStream& self) -> int64_t { return self.stream.bad(); }},
    {"operator bool", [](KnownStream& self) -> int64_t { return !self.stream.fail(); }},
    {"rdstate", [](KnownStream& self) -> int64_t { return self.stream.rdstate(); }},
    {"precision", FX_SETTING(precision, number)},
    {"width", FX_SETTING(width, number)},
    {"fill", FX_SETTING(fill, character)},
    {"flags", FX_SETTING(flags, flags)},
    {"setf",
     [](KnownStream& self) -> int64_t {
       return self.given() > 1 ? self.stream.setf(self.flags(0), self.flags(1))
                               : self.stream.setf(self.flags(0));
     }},
};
#undef FX_SETTING

/// str(), str(text)
bool stream_text(KnownStream& self) {
  if (self.given() == 0) return self.call.ret(Value::string(self.stream.str()));
  std::string text;
  if (!text_of(self.call.args[0].value, text)) return self.call.unsupported(missing::this_text);
  self.stream.str(text);
  return self.ret_self() && self.call.ret(Value::none());
}

bool write(KnownStream& self) {
  std::string text;
  if (!text_of(self.call.args[0].value, text)) return self.call.unsupported(missing::this_text);
  const auto count = static_cast<size_t>(self.number(1));
  if (count > text.size() + 1) return self.call.error(diag::characters_behind_the_end);
  text.resize(count);
  self.stream.write(text.data(), static_cast<std::streamsize>(count));
  return self.ret_self();
}

/// get(), get(character)
bool get(KnownStream& self) {
  if (self.given() == 0) return self.ret_number(self.stream.get());
  const Operand& to = self.call.args[0];
  if (self.given() > 1 || !to.place || !type_of(to)->isAnyCharacterType())
    return self.call.unsupported(missing::method_of_a_stream, self.call.name);
  char c = self.character(0);
  self.stream.get(c);
  self.call.storage().write(to.place, character(c));
  return self.ret_self();
}

/// seekg and seekp.
bool seek(KnownStream& self) {
  const auto from = static_cast<std::ios_base::seekdir>(self.given() > 1 ? self.number(1) : 0);
  if (self.call.name == "seekg")
    self.stream.seekg(self.number(0), from);
  else
    self.stream.seekp(self.number(0), from);
  return self.ret_self();
}

bool unset_flags(KnownStream& self) {
  self.stream.unsetf(self.flags(0));
  return self.ret_self() && self.call.ret(Value::none());
}

constexpr Method<bool (*)(KnownStream&)> stream_methods[] = {
    {"str", stream_text}, {"write", write}, {"get", get},
    {"seekg", seek},      {"seekp", seek},  {"unsetf", unset_flags},
};

/// Methods of a string stream whose text is known.
bool known_method(ModelCall& call, const Object& object) {
  KnownStream self{call, object};
  for (const Operand& operand : call.args)
    if (!operand.defaulted && is_unknown(operand.value))
      return call.report().not_known(operand.expr, operand.value, "an argument of a stream");
  if (const auto change = find_method(stream_changes, call.name))
    return change(self), self.ret_self();
  if (const auto number = find_method(stream_numbers, call.name))
    return self.ret_number(number(self));
  if (const auto method = find_method(stream_methods, call.name)) return method(self);
  return call.unsupported(missing::method_of_a_stream, call.name);
}

bool stream_method(ModelCall& call) {
  if (call.name == "operator<<") return print(call);
  if (call.name == "operator>>") return extract(call);
  if (const Object* object = text_stream(call.self)) {
    if (is_known(*object)) return known_method(call, *object);
    if (call.name == "str" && call.num_given() > 0) {
      std::string text;
      if (text_of(call.args[0].value, text)) {
        call.storage().write(object->elements[0], Value::string(text));
        return call.ret(Value::none());
      }
    }
  }
  // What another stream holds is not known; what is written to it has no influence.
  if (call.callee->getReturnType()->isReferenceType()) {
    call.result = {call.self.value, call.self.place};
    return true;
  }
  return call.ret(call.callee->getReturnType()->isVoidType() ? Value::none() : unknown_text(call));
}

/// What the C library is asked for: it would read arguments that "%5$s" names beside the one that
/// it is given. `spec` is without lengths.
bool is_plain_conversion(std::string_view spec) {
  const auto skip = [&](std::string_view accepted) {
    spec.remove_prefix(std::min(spec.find_first_not_of(accepted), spec.size()));
  };
  constexpr std::string_view digits = "0123456789";
  spec.remove_prefix(1); // %
  skip("-+ #0");
  skip(digits);
  if (spec.starts_with('.')) {
    spec.remove_prefix(1);
    skip(digits);
  }
  return spec.size() == 1;
}

/// Whether a width or a precision in `spec` is for more characters than are kept.
bool pads_too_far(std::string_view spec) {
  int64_t number = 0;
  for (const char c : spec) {
    number = c >= '0' && c <= '9' ? number * 10 + (c - '0') : 0;
    if (number > max_padding) return true;
  }
  return false;
}

/// One conversion of a format, done by the C library.
bool print_converted(ModelCall& call, const std::string& spec, const Operand& operand,
                     std::string& text) {
  const char conversion = spec.back();
  std::string bare;
  for (const char c : spec)
    if (std::string_view("hlLqjzt").find(c) == std::string_view::npos) bare += c;
  if (!is_plain_conversion(bare)) return false;
  if (pads_too_far(bare)) return call.error(diag::string_too_large);
  const auto print = [&](const std::string& format, auto value) {
    const int size = std::snprintf(nullptr, 0, format.c_str(), value);
    if (size < 0) return false;
    std::string out(static_cast<size_t>(size) + 1, '\0');
    std::snprintf(out.data(), out.size(), format.c_str(), value);
    out.pop_back();
    text += out;
    return true;
  };
  const Value& value = operand.value;
  if (std::string_view("diouxXc").find(conversion) != std::string_view::npos) {
    if (!value.is(Value::Kind::Int)) return false;
    if (conversion == 'c') return print(bare, static_cast<int>(value.as_int()));
    Value number = value;
    const bool is_long = spec.find_first_of("lqjzt") != std::string::npos;
    const bool is_signed = conversion == 'd' || conversion == 'i';
    unsigned width = is_long ? 64 : 32;
    if (spec.find("hh") != std::string::npos)
      width = 8;
    else if (spec.find('h') != std::string::npos)
      width = 16;
    number = Value::integer(value.as_int(), width, is_signed);
    bare.insert(bare.size() - 1, "ll");
    return print(bare, static_cast<long long>(number.as_int()));
  }
  if (std::string_view("fFeEgGaA").find(conversion) != std::string_view::npos)
    return value.is(Value::Kind::Float) && print(bare, value.as_double());
  std::string string;
  if (conversion != 's' || !text_of(value, string)) return false;
  return print(bare, string.c_str());
}

/// The text that printf's arguments from number `at` on make; false: it is not known.
bool formatted(ModelCall& call, size_t at, std::string& text) {
  std::string format;
  if (at >= call.args.size() || !text_of(call.args[at].value, format)) return false;
  format = format.substr(0, format.find('\0'));
  ++at;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      text += format[i];
      continue;
    }
    if (i + 1 < format.size() && format[i + 1] == '%') {
      text += '%';
      ++i;
      continue;
    }
    std::string spec = "%";
    const auto is_conversion = [&](size_t at) {
      return std::string_view("diouxXcfFeEgGaAspn").find(format[at]) != std::string_view::npos;
    };
    for (++i; i < format.size() && !is_conversion(i); ++i) {
      if (format[i] == '*') {
        if (at >= call.args.size() || !call.args[at].value.is(Value::Kind::Int)) return false;
        spec += std::to_string(call.args[at++].value.as_int());
      } else {
        spec += format[i];
      }
    }
    if (i >= format.size() || at >= call.args.size()) return false;
    if (!print_converted(call, spec + format[i], call.args[at++], text)) return false;
  }
  return true;
}

/// printf: what it prints is not a part of a graph, how many characters it says that these are is.
bool print_to_output(ModelCall& call) {
  std::string text;
  const bool is_known = formatted(call, 0, text);
  if (call.report().failed()) return false;
  return call.ret(is_known ? Value::integer(static_cast<int64_t>(text.size()), 32)
                           : Value::opaque(call.location(), "what is printed here is not known"));
}

/// snprintf, sprintf: into an array of characters.
bool print_to_array(ModelCall& call) {
  const bool has_size = call.name == "snprintf";
  std::string text;
  if (!formatted(call, has_size ? 2 : 1, text))
    return !call.report().failed() &&
           call.unsupported(missing::stream_of_unknown_values, call.name);
  size_t room = text.size() + 1;
  if (has_size) {
    if (!call.args[1].value.is(Value::Kind::Int))
      return call.report().not_known(call.expr, call.args[1].value, "the size of this array");
    room = std::min(room, static_cast<size_t>(call.args[1].value.as_int()));
  }
  const Value result = Value::integer(static_cast<int64_t>(text.size()), 32);
  if (room == 0) return call.ret(result);
  const Value& to = call.args[0].value;
  if (!to.is(Value::Kind::Iterator)) return call.unsupported(missing::printing_to_this_place);
  const std::vector<Location*>& elements = to.object()->elements;
  if (to.index() < 0 || static_cast<size_t>(to.index()) + room > elements.size())
    return call.error(diag::array_too_short_for_text);
  for (size_t i = 0; i < room; ++i)
    call.storage().write(elements[static_cast<size_t>(to.index()) + i],
                         character(i + 1 < room ? text[i] : '\0'));
  return call.ret(result);
}

} // namespace

extern const ModelTable std_stream_models = {
    {"std::basic_stringstream::basic_stringstream", construct, constructs},
    {"std::basic_ostringstream::basic_ostringstream", construct, constructs},
    {"std::basic_istringstream::basic_istringstream", construct, constructs},
    {"std::basic_{stringstream,ostringstream,istringstream}::*", stream_method, handles},
    {"std::{basic_ostream,basic_istream,basic_ios,ios_base}::*", stream_method, handles},
    {"{std,at,c10,torch::nn}::operator<<", print, handles},
    {"std::operator>>", extract, handles},
    {"std::getline", getline, handles},
    {"std::endl", print, handles},
    {"std::set{w,precision,fill,base}", make_manipulator, computes},
    {"std::{,re}setiosflags", make_manipulator, computes},
    {"printf", print_to_output, handles},
    {"{,std::}{snprintf,sprintf}", print_to_array, fills},
};

} // namespace fx::frontend
