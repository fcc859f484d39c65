// What functions of C++ take and return as values of a graph, and back: tensors, numbers, tuples,
// lists, maps, and structs that the program makes known.
//
//     struct Out { torch::Tensor logits, hidden; };
//     fx::register_struct<Out>({{"logits", &Out::logits}, {"hidden", &Out::hidden}});
//     Out out = fx::symbolic_trace(net)->forward<Out>(x);
//
// In a graph a struct that comes in is one placeholder, whose members are builtins.getattr nodes; a
// struct that is returned is the tuple of its members. Values of structs are named tuples, so that
// torch.fx's pytree functions (fx/Runtime/CodeGen.h) take them apart as they do Python's.
#pragma once

#include "fx/IR/ValueType.h"
#include "fx/Runtime/Proxy.h"
#include "fx/Runtime/Value.h"

#include <ATen/core/Tensor.h>

#include <array>
#include <concepts>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <type_traits>
#include <typeindex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace fx {

namespace detail {

/// A struct that is known.
struct StructType {
  std::vector<std::string> names;
  std::vector<ValueType> types;
  std::function<std::vector<Value>(const void*)> items_of;
  std::function<void(void*, std::vector<Value>)> set_items;
};
void add_struct(std::type_index type, StructType members);
/// Null: there is none of this type.
const StructType* find_struct(std::type_index type);
Value struct_value(std::type_index type, const void* object);
void read_struct(std::type_index type, const Value& value, void* object);
ValueType struct_type(std::type_index type);
/// The items of a tuple or list of `count`. RuntimeError: it is none.
std::vector<Value> items_of(const Value& value, size_t count, const char* wanted);
Value list_value(const std::vector<Value>& items);
Value dict_value(std::vector<Value> keys_and_values);

template <class T>
Value as_value(T&& result);
template <class T>
T from_value(Value value);

template <class T>
inline constexpr bool is_tuple = false;
template <class... Items>
inline constexpr bool is_tuple<std::tuple<Items...>> = true;
template <class First, class Second>
inline constexpr bool is_tuple<std::pair<First, Second>> = true;

template <class T>
inline constexpr bool is_map = false;
template <class Key, class Item, class... Rest>
inline constexpr bool is_map<std::map<Key, Item, Rest...>> = true;
template <class Key, class Item, class... Rest>
inline constexpr bool is_map<std::unordered_map<Key, Item, Rest...>> = true;

template <class T>
inline constexpr bool is_array = false;
template <class Item, size_t Count>
inline constexpr bool is_array<std::array<Item, Count>> = true;

/// A struct, or a list of structs and the like: what c10::IValue has no word for.
template <class T>
concept Structured = !std::is_constructible_v<Value, T>;
template <class T>
concept StructuredList = Structured<T> && requires(T list) {
  typename T::value_type;
  list.push_back(std::declval<typename T::value_type>());
};
/// std::optional and c10::optional. c10::IValue knows one of them, another one in LibTorch 2 than
/// in 1.13, and takes no whole number for a float in it.
template <class T>
concept Optional = requires(const T& optional) {
  typename T::value_type;
  { optional.has_value() } -> std::same_as<bool>;
  { *optional } -> std::same_as<const typename T::value_type&>;
};

/// What graphs know of a type of C++: which tensors it has.
template <class T>
ValueType type_in_graph() {
  if constexpr (std::is_base_of_v<at::Tensor, T>)
    return ValueType::tensor();
  else if constexpr (is_tuple<T>)
    return []<size_t... I>(std::index_sequence<I...>) {
      return ValueType::tuple({type_in_graph<std::tuple_element_t<I, T>>()...});
    }(std::make_index_sequence<std::tuple_size_v<T>>());
  else if constexpr (requires(T list) { list.push_back(std::declval<typename T::value_type>()); })
    return ValueType::list(type_in_graph<typename T::value_type>());
  else if constexpr (std::is_class_v<T> && Structured<T>)
    return struct_type(typeid(T));
  else
    return {};
}

template <class T>
Value as_value(T&& result) {
  using Plain = std::remove_cvref_t<T>;
  if constexpr (std::is_base_of_v<at::Tensor, Plain>)
    return Value(at::Tensor(std::forward<T>(result)));
  else if constexpr (is_tuple<Plain>)
    return std::apply(
        [](const auto&... items) -> Value {
          return c10::ivalue::Tuple::create(std::vector<Value>{as_value(items)...});
        },
        result);
  else if constexpr (is_map<Plain>) {
    std::vector<Value> items;
    for (const auto& [key, item] : result) {
      items.push_back(as_value(key));
      items.push_back(as_value(item));
    }
    return dict_value(std::move(items));
  } else if constexpr (StructuredList<Plain> || (Structured<Plain> && is_array<Plain>)) {
    std::vector<Value> items;
    for (const auto& item : result)
      items.push_back(as_value(item));
    return list_value(items);
  } else if constexpr (Optional<Plain>)
    return result.has_value() ? as_value(*result) : Value();
  else if constexpr (std::is_class_v<Plain> && Structured<Plain>)
    return struct_value(typeid(Plain), &result);
  else
    return Value(std::forward<T>(result));
}

template <class T>
// NOLINTNEXTLINE(performance-unnecessary-value-param): most move it on.
T from_value(Value value) {
  if constexpr (std::is_same_v<T, Value>)
    return value;
  else if constexpr (std::is_same_v<T, Proxy>) {
    if (std::optional<Proxy> proxy = Proxy::of(value)) return *std::move(proxy);
    throw TraceError("an fx::Proxy parameter takes tensors that are traced only");
  } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
    return static_cast<T>(value.toInt());
  else if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(value.isInt() ? static_cast<double>(value.toInt()) : value.toDouble());
  else if constexpr (is_tuple<T>)
    return [&]<size_t... I>(std::index_sequence<I...>) {
      std::vector<Value> items = items_of(value, sizeof...(I), "a tuple");
      return T{from_value<std::tuple_element_t<I, T>>(std::move(items[I]))...};
    }(std::make_index_sequence<std::tuple_size_v<T>>());
  else if constexpr (is_map<T>) {
    T map;
    for (const auto& entry : value.toGenericDict())
      map.emplace(from_value<typename T::key_type>(entry.key()),
                  from_value<typename T::mapped_type>(entry.value()));
    return map;
  } else if constexpr (Structured<T> && is_array<T>) {
    T array;
    std::vector<Value> items = items_of(value, array.size(), "a list");
    for (size_t i = 0; i < array.size(); ++i)
      array[i] = from_value<typename T::value_type>(std::move(items[i]));
    return array;
  } else if constexpr (StructuredList<T>) {
    T list;
    for (const Value& item : value.toListRef())
      list.push_back(from_value<typename T::value_type>(item));
    return list;
  } else if constexpr (Optional<T>) {
    if (value.isNone()) return T();
    return T(from_value<typename T::value_type>(std::move(value)));
  } else if constexpr (std::is_class_v<T> && Structured<T>) {
    static_assert(std::is_default_constructible_v<T>,
                  "a struct among the arguments or results of "
                  "a traced function is made without arguments");
    T object{};
    read_struct(typeid(T), value, &object);
    return object;
  } else
    return std::move(value).template to<T>();
}

} // namespace detail

/// A public member of a struct, of a base of it too.
template <class Struct>
class Member {
public:
  template <class T, class Owner>
    requires std::derived_from<Struct, Owner>
  Member(std::string name, T Owner::* pointer)
      : name(std::move(name)), type(detail::type_in_graph<T>()),
        get([pointer](const Struct& object) { return detail::as_value(object.*pointer); }),
        set([pointer](Struct& object, Value value) {
          object.*pointer = detail::from_value<T>(std::move(value));
        }) {}

  std::string name;
  ValueType type;
  std::function<Value(const Struct&)> get;
  std::function<void(Struct&, Value)> set;
};

/// From now on traced functions and GraphModule::forward take and return values of `Struct`, which
/// can be made without arguments (torch.utils._pytree's register_pytree_node). Structs among the
/// members are registered before. Thread-safe.
template <class Struct>
void register_struct(const std::vector<Member<Struct>>& members) {
  detail::StructType type;
  type.names.reserve(members.size());
  type.types.reserve(members.size());
  for (const Member<Struct>& member : members) {
    type.names.push_back(member.name);
    type.types.push_back(member.type);
  }
  type.items_of = [members](const void* object) {
    std::vector<Value> items;
    items.reserve(members.size());
    for (const Member<Struct>& member : members)
      items.push_back(member.get(*static_cast<const Struct*>(object)));
    return items;
  };
  type.set_items = [members](void* object, std::vector<Value> items) {
    for (size_t i = 0; i < members.size(); ++i)
      members[i].set(*static_cast<Struct*>(object), std::move(items[i]));
  };
  detail::add_struct(typeid(Struct), std::move(type));
}

} // namespace fx
