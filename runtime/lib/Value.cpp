#include "fx/Runtime/Value.h"

#include "fx/Runtime/Errors.h"

#include <c10/util/complex.h>

#include <algorithm>

namespace fx {

namespace {

using Kind = Argument::Kind;

Value special(Kind kind, Symbol name, std::vector<Value> items) {
  auto value = c10::make_intrusive<SpecialValue>();
  value->kind = kind;
  value->name = name;
  value->items = std::move(items);
  return Value::make_capsule(std::move(value));
}

template <class Item, class Read>
Value list_of(const std::vector<Value>& items, Read read) {
  c10::List<Item> list;
  list.reserve(items.size());
  for (const Value& item : items)
    list.push_back(read(item));
  return Value(std::move(list));
}

template <class Is>
bool all(const std::vector<Value>& items, Is is) {
  return std::all_of(items.begin(), items.end(), is);
}

/// The type of all items from `first` on, every second one; Any where they differ.
c10::TypePtr type_of_half(const std::vector<Value>& items, size_t first) {
  const auto all_are = [&](bool (Value::*is)() const) {
    for (size_t i = first; i < items.size(); i += 2)
      if (!(items[i].*is)()) return false;
    return items.size() > first;
  };
  if (all_are(&Value::isTensor)) return c10::TensorType::get();
  if (all_are(&Value::isString)) return c10::StringType::get();
  if (all_are(&Value::isInt)) return c10::IntType::get();
  return c10::AnyType::get();
}

/// Of the types that a c10::Dict of C++ with such keys and values has.
Value dict_of(const std::vector<Value>& items) {
  c10::impl::GenericDict dict(type_of_half(items, 0), type_of_half(items, 1));
  for (size_t i = 0; i + 1 < items.size(); i += 2)
    dict.insert_or_assign(items[i], items[i + 1]);
  return Value(dict);
}

Argument to_items(const Value& value, const NodeOf& node_of) {
  std::vector<Argument> items;
  if (value.isTuple()) {
    for (const Value& item : value.toTupleRef().elements())
      items.push_back(to_argument(item, node_of));
    return Argument::tuple(std::move(items));
  }
  for (const Value& item : value.toListRef())
    items.push_back(to_argument(item, node_of));
  return Argument::list(std::move(items));
}

Argument to_dict(const Value& value, const NodeOf& node_of) {
  std::vector<std::pair<Argument, Argument>> items;
  for (const auto& entry : value.toGenericDict()) {
    Argument key = to_argument(entry.key(), node_of);
    if (key.has_nodes())
      throw GraphError("keys of dictionaries that are operands cannot contain a node");
    items.emplace_back(std::move(key), to_argument(entry.value(), node_of));
  }
  return Argument::dict(std::move(items));
}

Argument to_special(const SpecialValue& value, const NodeOf& node_of) {
  switch (value.kind) {
  case Kind::Dtype: return Argument::dtype(value.name);
  case Kind::Layout: return Argument::layout(value.name);
  case Kind::MemoryFormat: return Argument::memory_format(value.name);
  case Kind::Slice:
  case Kind::Range: {
    std::vector<Argument> parts;
    parts.reserve(value.items.size());
    for (const Value& item : value.items)
      parts.push_back(to_argument(item, node_of));
    return value.kind == Kind::Slice
               ? Argument::slice(std::move(parts[0]), std::move(parts[1]), std::move(parts[2]))
               : Argument::range(std::move(parts[0]), std::move(parts[1]), std::move(parts[2]));
  }
  default: return Argument::ellipsis();
  }
}

} // namespace

const SpecialValue* special_value(const Value& value) {
  if (!value.isCapsule()) return nullptr;
  return dynamic_cast<const SpecialValue*>(value.toCapsule().get());
}

Value to_list(const std::vector<Value>& items) {
  if (!items.empty()) {
    if (all(items, [](const Value& item) { return item.isTensor(); }))
      return list_of<at::Tensor>(items, [](const Value& item) { return item.toTensor(); });
    if (all(items, [](const Value& item) { return item.isInt(); }))
      return list_of<int64_t>(items, [](const Value& item) { return item.toInt(); });
    if (all(items, [](const Value& item) { return item.isDouble(); }))
      return list_of<double>(items, [](const Value& item) { return item.toDouble(); });
    if (all(items, [](const Value& item) { return item.isBool(); }))
      return list_of<bool>(items, [](const Value& item) { return item.toBool(); });
  }
  c10::impl::GenericList list(c10::AnyType::get());
  list.reserve(items.size());
  for (const Value& item : items)
    list.push_back(item);
  return Value(list);
}

Value rebuild_value(const Argument& aggregate, std::vector<Value> items) {
  switch (aggregate.kind()) {
  case Kind::List: return to_list(items);
  case Kind::Tuple: return c10::ivalue::Tuple::create(std::move(items));
  case Kind::Dict: return dict_of(items);
  case Kind::Complex: return Value(c10::complex<double>(items[0].toDouble(), items[1].toDouble()));
  default: return special(aggregate.kind(), Symbol(), std::move(items));
  }
}

Value to_value(const Argument& argument, const std::function<Value(Node*)>& node_value) {
  switch (argument.kind()) {
  case Kind::None: return {};
  case Kind::Bool: return Value(argument.as_bool());
  case Kind::Int: return Value(argument.as_int());
  case Kind::Float: return Value(argument.as_float());
  case Kind::String: return Value(argument.symbol().str());
  case Kind::Device: return Value(c10::Device(argument.symbol().str()));
  case Kind::Dtype:
  case Kind::Layout:
  case Kind::MemoryFormat: return special(argument.kind(), argument.symbol(), {});
  case Kind::Ellipsis: return special(argument.kind(), Symbol(), {});
  case Kind::Node:
    if (!node_value) throw GraphError("an operand that is a node has no value here");
    return node_value(argument.as_node());
  default: break;
  }
  std::vector<Value> items;
  items.reserve(argument.items().size());
  for (const Argument& item : argument.items())
    items.push_back(to_value(item, node_value));
  return rebuild_value(argument, std::move(items));
}

Argument to_argument(const Value& value, const NodeOf& node_of) {
  if (node_of)
    if (std::optional<Argument> node = node_of(value)) return std::move(*node);
  if (value.isNone()) return {};
  if (value.isTensor() && !value.toTensor().defined()) return {};
  if (value.isBool()) return {value.toBool()};
  if (value.isInt()) return {value.toInt()};
  if (value.isDouble()) return {value.toDouble()};
  if (value.isComplexDouble()) {
    const c10::complex<double> number = value.toComplexDouble();
    return Argument::complex(number.real(), number.imag());
  }
  if (value.isString()) return Argument::string(value.toStringRef());
  if (value.isDevice()) return Argument::device(value.toDevice().str());
  if (value.isTuple() || value.isList()) return to_items(value, node_of);
  if (value.isGenericDict()) return to_dict(value, node_of);
  if (const SpecialValue* found = special_value(value)) return to_special(*found, node_of);
  throw RuntimeError("a value of type " + value.tagKind() + " cannot be an operand of a node");
}

} // namespace fx
