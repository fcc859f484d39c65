// <cstring>: memory and C strings of which every byte that matters is known; <cctype>.
#include "Frontend/Models/Methods.h"
#include "Frontend/Models/Text.h"

#include <cctype>

using namespace clang;

namespace fx::frontend {

namespace {

/// What the program's pointer pointed to before it became a void*.
QualType pointee_type(const Operand& operand) {
  const QualType type = operand.expr->IgnoreParenImpCasts()->getType();
  if (const auto* array = type->getAsArrayTypeUnsafe()) return array->getElementType();
  return type->isPointerType() ? type->getPointeeType() : QualType();
}

/// The places of `bytes` bytes from `operand` on, each of a `type`; empty when they are not whole.
std::vector<Location*> places(ModelCall& call, const Operand& operand, QualType type,
                              int64_t bytes) {
  const int64_t size = type.isNull() || type->isIncompleteType() || type->isFunctionType()
                           ? 0
                           : call.machine.context().getTypeSizeInChars(type).getQuantity();
  Value pointer = operand.value;
  if (size == 0 || bytes <= 0 || bytes % size != 0 || !call.machine.into_array(pointer)) return {};
  const auto& elements = pointer.object()->elements;
  const int64_t count = bytes / size;
  const int64_t first = pointer.index();
  if (first < 0 || count > static_cast<int64_t>(elements.size()) - first) return {};
  std::vector<Location*> found(elements.begin() + first, elements.begin() + first + count);
  for (Location* place : found)
    if (!call.machine.make_room(call.expr, place, type)) return {};
  return found;
}

bool copy_memory(ModelCall& call) {
  call.machine.oracle().concretize(call.args[2].expr, call.args[2].value);
  if (!call.args[2].value.is(Value::Kind::Int))
    return call.unsupported(missing::copying_this_memory);
  const int64_t bytes = call.args[2].value.as_int();
  const QualType to = pointee_type(call.args[0]);
  const QualType from = pointee_type(call.args[1]);
  if (bytes == 0) return call.ret(call.args[0].value);
  const std::vector<Location*> targets = places(call, call.args[0], to, bytes);
  const std::vector<Location*> sources = places(call, call.args[1], from, bytes);
  if (call.report().failed()) return false;
  if (targets.empty() || sources.empty()) return call.unsupported(missing::copying_this_memory);
  const bool same = call.machine.is_same_representation(to, from);
  if (!same && (targets.size() != 1 || sources.size() != 1))
    return call.unsupported(missing::copying_this_memory);
  std::vector<Value> values;
  for (Location* source : sources) {
    Value value = call.storage().copy(source->value());
    if (!same && !call.machine.bit_convert(call.expr, from, to, value, value)) return false;
    if (same && !call.machine.convert(call.expr, to, value)) return false;
    values.push_back(std::move(value));
  }
  for (size_t i = 0; i < targets.size(); ++i)
    call.storage().assign(targets[i], values[i]);
  return call.ret(call.args[0].value);
}

bool set_memory(ModelCall& call) {
  const QualType type = pointee_type(call.args[0]);
  const Value& byte = call.args[1].value;
  const Value& count = call.args[2].value;
  if (!byte.is(Value::Kind::Int) || !count.is(Value::Kind::Int))
    return call.unsupported(missing::filling_this_memory);
  if (count.as_int() == 0) return call.ret(call.args[0].value);
  const std::vector<Location*> targets = places(call, call.args[0], type, count.as_int());
  if (call.report().failed()) return false;
  const bool is_byte =
      !type.isNull() && type->isIntegerType() && call.machine.context().getTypeSize(type) == 8;
  if (targets.empty() || !(is_byte || (byte.as_int() == 0 && type->isScalarType())))
    return call.unsupported(missing::filling_this_memory);
  for (Location* target : targets) {
    Value value = byte;
    if (is_byte ? !call.machine.convert(call.expr, type, value)
                : !call.machine.default_value(call.expr, type, value))
      return false;
    call.storage().write(target, value);
  }
  return call.ret(call.args[0].value);
}

/// The characters behind a pointer up to a zero, or up to `limit` of them.
std::optional<std::string> text_behind(ModelCall& call, const Operand& operand, size_t limit) {
  Value pointer = operand.value;
  if (!call.machine.into_array(pointer) || pointer.index() < 0) return std::nullopt;
  const auto& elements = pointer.object()->elements;
  std::string text;
  for (auto i = static_cast<size_t>(pointer.index()); text.size() < limit; ++i) {
    if (i >= elements.size()) return std::nullopt;
    const Value& character = elements[i]->value();
    if (!character.is(Value::Kind::Int) || character.width() != 8) return std::nullopt;
    if (character.as_int() == 0) break;
    text += static_cast<char>(character.as_int());
  }
  return text;
}

/// Looks at memory, and changes none of it.
bool unknown_result(ModelCall& call) {
  return call.ret(Value::opaque(call.location(),
                                "what '" + std::string(call.name) + "' looks at is not known"));
}

bool length(ModelCall& call) {
  const std::optional<std::string> text = text_behind(call, call.args[0], SIZE_MAX);
  return text ? call.ret(Value::integer(static_cast<int64_t>(text->size()), 64, false))
              : unknown_result(call);
}

bool compare_texts(ModelCall& call) {
  size_t limit = SIZE_MAX;
  if (call.args.size() == 3) {
    if (!call.args[2].value.is(Value::Kind::Int)) return unknown_result(call);
    limit = static_cast<size_t>(call.args[2].value.as_int());
  }
  std::optional<std::string> left = text_behind(call, call.args[0], limit);
  std::optional<std::string> right = text_behind(call, call.args[1], limit);
  if (!left || !right) return unknown_result(call);
  // Their ends are compared, too.
  left->push_back('\0');
  right->push_back('\0');
  return call.ret(difference(*left, *right));
}

} // namespace

constexpr Method<int (*)(int)> character_functions[] = {
    {"isalnum", std::isalnum}, {"isalpha", std::isalpha}, {"isblank", std::isblank},
    {"iscntrl", std::iscntrl}, {"isdigit", std::isdigit}, {"isgraph", std::isgraph},
    {"islower", std::islower}, {"isprint", std::isprint}, {"ispunct", std::ispunct},
    {"isspace", std::isspace}, {"isupper", std::isupper}, {"isxdigit", std::isxdigit},
    {"tolower", std::tolower}, {"toupper", std::toupper},
};

bool classify(ModelCall& call) {
  const Value& value = call.args[0].value;
  if (!value.is(Value::Kind::Int)) return call.ret(unknown_text(call));
  if (call.args.size() > 1) return call.unsupported(missing::character_of_a_locale);
  const auto function = find_method(character_functions, call.name);
  const int64_t code = value.as_int();
  if (function == nullptr || code < -128 || code > 255) return call.error(diag::not_a_character);
  return call.ret(Value::integer(function(static_cast<int>(code)), 32));
}

extern const ModelTable c_string_models = {
    {"{,__builtin_}{memcpy,memmove}", copy_memory, fills},
    {"{,__builtin_}memset", set_memory, fills},
    {"{,__builtin_}strlen", length, computes},
    {"{,__builtin_}{strcmp,strncmp}", compare_texts, computes},
};

} // namespace fx::frontend
