#include "fx/Runtime/Conversions.h"

#include "Members.h"

#include "fx/Runtime/Errors.h"

#include <ATen/core/function_schema.h>
#include <c10/util/Type.h>

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <shared_mutex>

namespace fx {

namespace {

struct Registry {
  std::shared_mutex mutex;
  /// Those that were replaced stay: somebody may use them.
  std::vector<std::unique_ptr<const detail::StructType>> all;
  std::unordered_map<std::type_index, const detail::StructType*> by_type;
};

Registry& registry() {
  static auto* structs = new Registry(); // leaked on purpose: static graphs may run late
  return *structs;
}

const detail::StructType& known_struct(std::type_index type) {
  if (const detail::StructType* found = detail::find_struct(type)) return *found;
  const std::string name = c10::demangle(type.name());
  throw RuntimeError(fmt::format(
      "{0} is no type that a graph has a value of. If it is a struct, make it known before: "
      "fx::register_struct<{0}>({{{{\"member\", &{0}::member}}, ...}})",
      name));
}

} // namespace

namespace detail {

void add_struct(std::type_index type, StructType members) {
  Registry& known = registry();
  const std::unique_lock lock(known.mutex);
  known.all.push_back(std::make_unique<const StructType>(std::move(members)));
  known.by_type[type] = known.all.back().get();
}

const StructType* find_struct(std::type_index type) {
  Registry& known = registry();
  const std::shared_lock lock(known.mutex);
  const auto found = known.by_type.find(type);
  return found == known.by_type.end() ? nullptr : found->second;
}

Value struct_value(std::type_index type, const void* object) {
  const StructType& known = known_struct(type);
  return runtime::named_tuple(c10::demangle(type.name()), known.names, known.items_of(object));
}

void read_struct(std::type_index type, const Value& value, void* object) {
  const StructType& known = known_struct(type);
  const std::string name = c10::demangle(type.name());
  known.set_items(object, items_of(value, known.names.size(), name.c_str()));
}

/// A type that nobody registered says so where a value of it is made.
ValueType struct_type(std::type_index type) {
  const StructType* known = find_struct(type);
  if (known == nullptr) return {};
  ValueType made = ValueType::of(ValueType::Kind::Struct, c10::demangle(type.name()));
  made.items = known->types;
  made.members = known->names;
  return made;
}

std::vector<Value> items_of(const Value& value, size_t count, const char* wanted) {
  std::vector<Value> items;
  if (value.isTuple())
    items = value.toTupleRef().elements();
  else if (value.isList())
    items = value.toListRef().vec();
  else
    throw RuntimeError(fmt::format("the value is a {}, and {} is wanted", value.tagKind(), wanted));
  if (items.size() != count)
    throw RuntimeError(
        fmt::format("the value has {} items, and {} of {} is wanted", items.size(), wanted, count));
  return items;
}

Value list_value(const std::vector<Value>& items) {
  return to_list(items);
}

Value dict_value(std::vector<Value> keys_and_values) {
  return rebuild_value(Argument::dict({}), std::move(keys_and_values));
}

} // namespace detail

namespace runtime {

namespace {

bool has_any(const c10::Type& type) {
  const auto parts = type.containedTypes();
  return type.kind() == c10::TypeKind::AnyType ||
         std::any_of(parts.begin(), parts.end(),
                     [](const c10::TypePtr& part) { return has_any(*part); });
}

/// A named tuple has no member of type Any. Nothing but a print asks for the types.
c10::TypePtr member_type(const Value& value) {
  if (value.isTensor()) return c10::TensorType::get();
  c10::TypePtr type = value.type();
  return has_any(*type) ? c10::TypePtr(c10::CapsuleType::get()) : type;
}

} // namespace

Value named_tuple(const std::string& name, const std::vector<std::string>& members,
                  std::vector<Value> items) {
  std::vector<c10::TypePtr> types;
  types.reserve(items.size());
  for (const Value& item : items)
    types.push_back(member_type(item));
  return c10::ivalue::Tuple::createNamed(
      std::move(items),
      c10::TupleType::createNamed(c10::QualifiedName(name_in_python(name)), members, types));
}

/// A name without dots that no template of C++ has: QualifiedName takes parts of words alone.
std::string name_in_python(std::string_view name) {
  if (const size_t colons = name.rfind("::"); colons != std::string_view::npos)
    name.remove_prefix(colons + 2);
  std::string word;
  for (const char c : name)
    word += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return word.empty() ? "Struct" : word;
}

const Value* member_of(const Value& value, std::string_view name) {
  if (!value.isTuple()) return nullptr;
  const auto& tuple = value.toTupleRef();
  const auto type = tuple.type<c10::TupleType>();
  if (!type->schema()) return nullptr;
  const auto index = type->schema()->argumentIndexWithName(std::string(name));
  return index ? &tuple.elements()[static_cast<size_t>(*index)] : nullptr;
}

namespace {

/// getattr(struct, "member"), else what the kernels have an attribute of.
class MemberCall : public Call {
public:
  explicit MemberCall(std::unique_ptr<const Call> other) : other_(std::move(other)) {}

  Value run(Operands operands) const override {
    if (operands.size() == 2 && operands[0].isTuple() && operands[1].isString()) {
      if (const Value* found = member_of(operands[0], operands[1].toStringRef())) return *found;
      throw RuntimeError(fmt::format("the value has no member {}: it is to be a struct that "
                                     "fx::register_struct() made known",
                                     operands[1].toStringRef()));
    }
    return other_->run(operands);
  }

private:
  std::unique_ptr<const Call> other_;
};

} // namespace

std::unique_ptr<const Call> make_member_call(std::unique_ptr<const Call> other) {
  return std::make_unique<MemberCall>(std::move(other));
}

} // namespace runtime

} // namespace fx
