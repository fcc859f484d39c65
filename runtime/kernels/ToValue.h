// The options of a live module of torch::nn as values that a graph can have: the way back of
// FromValue.h.
#pragma once

#include "FromValue.h"

#include <torch/nn/module.h>
#include <torch/nn/modules/container/any.h>
#include <torch/nn/pimpl.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace fx_kernels {

struct OptionValue {
  /// FxNone, FxBool, FxInt, FxFloat, FxString, FxWord, FxDtype, FxTuple, FxTensorValue; FxOther: a
  /// module, or without one what no graph can say.
  FxKind kind = FxNone;
  int64_t number = 0;
  double fraction = 0;
  std::string text; // of a word its tag, "kZeros"
  std::vector<OptionValue> items;
  at::Tensor tensor;
  std::shared_ptr<torch::nn::Module> module;
};

/// Options by name.
class OptionValues {
public:
  struct Option {
    std::string name;
    OptionValue value;
    bool constructor_argument;
  };

  template <class T>
  void add(const char* name, const T& value, bool constructor_argument = false);
  const std::vector<Option>& all() const { return all_; }

private:
  std::vector<Option> all_;
};

/// Whether the constructor of an Options class may be given a value of its first field alone.
template <class Options, class T>
constexpr bool sets_first(const T&) {
  return std::is_constructible<Options, T>::value;
}

inline OptionValue option_of(FxKind kind) {
  OptionValue value;
  value.kind = kind;
  return value;
}

template <class T, class = void>
struct ToValue {
  static OptionValue convert(const T&) { return option_of(FxOther); }
};

template <class T>
OptionValue to_value(const T& value) {
  return ToValue<T>::convert(value);
}

template <class T>
struct ToValue<T, std::enable_if_t<std::is_integral<T>::value>> {
  static OptionValue convert(T number) {
    OptionValue value = option_of(std::is_same<T, bool>::value ? FxBool : FxInt);
    value.number = static_cast<int64_t>(number);
    return value;
  }
};

template <class T>
struct ToValue<T, std::enable_if_t<std::is_floating_point<T>::value>> {
  static OptionValue convert(T number) {
    OptionValue value = option_of(FxFloat);
    value.fraction = number;
    return value;
  }
};

template <>
struct ToValue<std::string> {
  static OptionValue convert(const std::string& text) {
    OptionValue value = option_of(FxString);
    value.text = text;
    return value;
  }
};

template <>
struct ToValue<at::ScalarType> {
  static OptionValue convert(at::ScalarType type) {
    OptionValue value = option_of(FxDtype);
    value.number = static_cast<int64_t>(type);
    return value;
  }
};

template <>
struct ToValue<at::Tensor> {
  static OptionValue convert(const at::Tensor& tensor) {
    OptionValue value = option_of(tensor.defined() ? FxTensorValue : FxNone);
    value.tensor = tensor;
    return value;
  }
};

template <class Items>
OptionValue tuple_of(const Items& items) {
  OptionValue value = option_of(FxTuple);
  for (const auto& item : items)
    value.items.push_back(to_value(item));
  return value;
}

template <class T>
struct ToValue<std::vector<T>> {
  static OptionValue convert(const std::vector<T>& items) { return tuple_of(items); }
};

template <class First, class Second>
struct ToValue<std::pair<First, Second>> {
  static OptionValue convert(const std::pair<First, Second>& pair) {
    OptionValue value = option_of(FxTuple);
    value.items = {to_value(pair.first), to_value(pair.second)};
    return value;
  }
};

template <class T>
struct ToValue<T, std::enable_if_t<IsOptional<T>::value>> {
  static OptionValue convert(const T& value) {
    return value.has_value() ? to_value(*value) : OptionValue();
  }
};

/// One number for all dimensions, where they have the same.
template <size_t D, class T>
struct ToValue<torch::ExpandingArray<D, T>> {
  static OptionValue convert(const torch::ExpandingArray<D, T>& array) {
    for (const T& item : *array)
      if (item != array->front()) return tuple_of(*array);
    return to_value(array->front());
  }
};

template <size_t D, class T>
struct ToValue<torch::ExpandingArrayWithOptionalElem<D, T>> {
  static OptionValue convert(const torch::ExpandingArrayWithOptionalElem<D, T>& array) {
    for (const auto& item : *array)
      if (!item.has_value() || item != array->front()) return tuple_of(*array);
    return to_value(array->front());
  }
};

template <class T>
struct ToValue<T, std::enable_if_t<IsEnumTag<T>::value>> {
  static OptionValue convert(const T& tag) {
    OptionValue value = option_of(FxWord);
    value.text = torch::enumtype::_compute_enum_name{}(tag);
    return value;
  }
};

inline OptionValue module_value(std::shared_ptr<torch::nn::Module> module) {
  OptionValue value = option_of(module ? FxOther : FxNone);
  value.module = std::move(module);
  return value;
}

template <class T>
struct ToValue<T,
               std::enable_if_t<std::is_base_of<torch::detail::ModuleHolderIndicator, T>::value>> {
  static OptionValue convert(const T& holder) {
    return module_value(holder.is_empty() ? nullptr : holder.ptr());
  }
};

template <>
struct ToValue<torch::nn::AnyModule> {
  static OptionValue convert(const torch::nn::AnyModule& module) {
    return module_value(module.is_empty() ? nullptr : module.ptr());
  }
};

template <class... T>
struct ToValue<std::variant<T...>> {
  static OptionValue convert(const std::variant<T...>& value) {
    return std::visit([](const auto& held) { return to_value(held); }, value);
  }
};
#if __has_include(<c10/util/variant.h>)
template <class... T>
struct ToValue<c10::variant<T...>> {
  static OptionValue convert(const c10::variant<T...>& value) {
    return c10::visit([](const auto& held) { return to_value(held); }, value);
  }
};
#endif

template <class T>
void OptionValues::add(const char* name, const T& value, bool constructor_argument) {
  all_.push_back({name, to_value(value), constructor_argument});
}

} // namespace fx_kernels
