// Arguments and results of forward as values, and back, by their C++ types.
#pragma once

#include "fx/Runtime/Errors.h"
#include "fx/Runtime/Value.h"

#include <ATen/core/Tensor.h>
#include <torch/nn/modules/adaptive.h>
#include <torch/nn/utils/rnn.h>

#include <concepts>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace fx {

/// value_of and from_value of a type; a type without them is not Convertible.
template <class T>
struct Conversion;

[[noreturn]] inline void wrong_result(const Value& value, const char* wanted) {
  throw RuntimeError("a module's call is to give " + std::string(wanted) +
                     ", but its listener has " + value.tagKind());
}

template <>
struct Conversion<at::Tensor> {
  static Value value_of(const at::Tensor& tensor) {
    return tensor.defined() ? Value(tensor) : Value();
  }
  static at::Tensor from_value(const Value& value) {
    if (value.isNone()) return {};
    if (!value.isTensor()) wrong_result(value, "a tensor");
    return value.toTensor();
  }
};

template <class T>
  requires std::same_as<T, bool> || std::same_as<T, int64_t> || std::same_as<T, double>
struct Conversion<T> {
  static Value value_of(T number) { return number; }
  static T from_value(const Value& value) {
    if (!value.isScalar() && !value.isTensor()) wrong_result(value, "a number");
    return value.isTensor() ? value.toTensor().item<T>() : value.toScalar().to<T>();
  }
};

template <>
struct Conversion<at::IntArrayRef> {
  static Value value_of(at::IntArrayRef values) { return values.vec(); }
};
template <>
struct Conversion<at::TensorList> {
  static Value value_of(at::TensorList values) { return values.vec(); }
};
template <class T>
  requires std::same_as<T, int64_t> || std::same_as<T, double> || std::same_as<T, at::Tensor>
struct Conversion<std::vector<T>> {
  static Value value_of(const std::vector<T>& values) { return values; }
  static std::vector<T> from_value(const Value& value) {
    if (!value.isList()) wrong_result(value, "a list");
    std::vector<T> items;
    for (const Value& item : value.toListRef())
      items.push_back(Conversion<T>::from_value(item));
    return items;
  }
};

/// std::optional, or c10's where that is a class of its own.
template <class T>
  requires requires(const T& optional) {
    typename T::value_type;
    { optional.has_value() } -> std::same_as<bool>;
    *optional;
  }
struct Conversion<T> {
  using Item = Conversion<typename T::value_type>;
  static Value value_of(const T& optional) {
    return optional.has_value() ? Item::value_of(*optional) : Value();
  }
  static T from_value(const Value& value) {
    return value.isNone() ? T() : T(Item::from_value(value));
  }
};

inline Value tuple_of(std::vector<Value> items) {
  return c10::ivalue::Tuple::create(std::move(items));
}
inline std::vector<Value> items_of(const Value& value, size_t count, const char* wanted) {
  std::vector<Value> items;
  if (value.isTuple())
    items.assign(value.toTupleRef().elements().begin(), value.toTupleRef().elements().end());
  else if (value.isList())
    items = value.toListRef().vec();
  if (items.size() != count) wrong_result(value, wanted);
  return items;
}

template <class... T>
struct Conversion<std::tuple<T...>> {
  static Value value_of(const std::tuple<T...>& values) {
    return std::apply([](const T&... item) { return tuple_of({Conversion<T>::value_of(item)...}); },
                      values);
  }
  static std::tuple<T...> from_value(const Value& value) {
    const std::vector<Value> items =
        items_of(value, sizeof...(T), ("a tuple of " + std::to_string(sizeof...(T))).c_str());
    return made(items, std::index_sequence_for<T...>());
  }

private:
  template <size_t... I>
  static std::tuple<T...> made(const std::vector<Value>& items, std::index_sequence<I...>) {
    return {Conversion<T>::from_value(items[I])...};
  }
};

template <>
struct Conversion<torch::nn::utils::rnn::PackedSequence> {
  using Packed = torch::nn::utils::rnn::PackedSequence;
  using Parts = Conversion<std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor>>;
  static Value value_of(const Packed& packed) {
    return Parts::value_of(
        {packed.data(), packed.batch_sizes(), packed.sorted_indices(), packed.unsorted_indices()});
  }
  static Packed from_value(const Value& value) {
    return std::make_from_tuple<Packed>(Parts::from_value(value));
  }
};

template <>
struct Conversion<torch::nn::ASMoutput> {
  using Parts = Conversion<std::tuple<at::Tensor, double>>;
  static Value value_of(const torch::nn::ASMoutput& result) {
    return Parts::value_of({result.output, result.loss});
  }
  static torch::nn::ASMoutput from_value(const Value& value) {
    return std::make_from_tuple<torch::nn::ASMoutput>(Parts::from_value(value));
  }
};

template <class T>
using ConversionOf = Conversion<std::remove_cvref_t<T>>;

/// An argument that can be announced.
template <class T>
concept ArgumentValue = requires(const std::remove_cvref_t<T>& argument) {
  { ConversionOf<T>::value_of(argument) } -> std::same_as<Value>;
};

} // namespace fx
