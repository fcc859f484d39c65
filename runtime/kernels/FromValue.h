// Options and arguments of a module or function of torch::nn, taken by name as the C++ type that
// LibTorch declares, and what it returns.
#pragma once

#include "Values.h"

#include <torch/enum.h>
#include <torch/expanding_array.h>
#include <torch/nn/modules/adaptive.h>
#if __has_include(<c10/util/variant.h>)
#include <c10/util/variant.h>
#endif

#include <algorithm>
#include <initializer_list>
#include <tuple>
#include <type_traits>
#include <variant>

namespace fx_kernels {

/// std::optional, or c10's where that is a class of its own.
template <class T, class = void>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<T, std::void_t<typename T::value_type, decltype(std::declval<T>().has_value()),
                                 decltype(*std::declval<T>())>> : std::true_type {};

/// Converts a value to T; throws Unknown when it is no T.
template <class T, class = void>
struct FromValue {
  static T convert(const FxValue&) { throw Unknown("an argument of this type"); }
};

template <class T>
struct FromValue<T, std::enable_if_t<std::is_integral<T>::value>> {
  static T convert(const FxValue& value) {
    if (!is_number(value)) throw Unknown("an argument that is no integer");
    return static_cast<T>(value.number);
  }
};

template <>
struct FromValue<double> {
  static double convert(const FxValue& value) {
    return value.kind == FxFloat ? value.fraction
                                 : static_cast<double>(FromValue<int64_t>::convert(value));
  }
};

template <>
struct FromValue<std::string> {
  static std::string convert(const FxValue& value) {
    if (value.kind != FxString && value.kind != FxWord)
      throw Unknown("an argument that is no string");
    return std::string(text_of(value));
  }
};

template <>
struct FromValue<at::Tensor> {
  static at::Tensor convert(const FxValue& value) {
    if (value.kind == FxNone) return {};
    if (value.kind != FxTensorValue) throw Unknown("an argument that is no tensor");
    return tensor_of(value.tensor);
  }
};

template <>
struct FromValue<at::ScalarType> {
  static at::ScalarType convert(const FxValue& value) {
    if (value.kind != FxDtype) throw Unknown("an argument that is no dtype");
    return scalar_type(value.number);
  }
};

template <class T>
struct FromValue<std::vector<T>> {
  static std::vector<T> convert(const FxValue& value) {
    std::vector<T> values;
    if (!is_sequence(value)) return {FromValue<T>::convert(value)};
    values.reserve(value.count);
    for (size_t i = 0; i < value.count; ++i)
      values.push_back(FromValue<T>::convert(value.items[i]));
    return values;
  }
};

template <class T>
struct FromValue<T, std::enable_if_t<IsOptional<T>::value>> {
  static T convert(const FxValue& value) {
    if (value.kind == FxNone) return T();
    return T(FromValue<typename T::value_type>::convert(value));
  }
};

template <class T>
struct FromValue<c10::OptionalArray<T>> {
  static c10::OptionalArray<T> convert(const FxValue& value) {
    if (value.kind == FxNone) return {};
    return {FromValue<std::vector<T>>::convert(value)};
  }
};

template <class... T>
struct FromValue<std::tuple<T...>> {
  static std::tuple<T...> convert(const FxValue& value) {
    const bool spreads = is_sequence(value);
    if ((spreads ? value.count : 1) != sizeof...(T)) throw Unknown("a tuple of another length");
    return make(spreads ? value.items : &value, std::index_sequence_for<T...>());
  }

private:
  template <size_t... I>
  static std::tuple<T...> make(const FxValue* items, std::index_sequence<I...>) {
    return std::tuple<T...>(FromValue<T>::convert(items[I])...);
  }
};

template <size_t D, class T>
struct FromValue<torch::ExpandingArray<D, T>> {
  static torch::ExpandingArray<D, T> convert(const FxValue& value) {
    std::vector<T> values = FromValue<std::vector<T>>::convert(value);
    // Parentheses: braces would make a list of one value.
    if (values.size() == 1) return torch::ExpandingArray<D, T>(values.front());
    return torch::ExpandingArray<D, T>(std::move(values));
  }
};

template <size_t D, class T>
struct FromValue<torch::ExpandingArrayWithOptionalElem<D, T>> {
  using Array = torch::ExpandingArrayWithOptionalElem<D, T>;
  static Array convert(const FxValue& value) {
    using Element = std::decay_t<decltype(std::declval<Array>()->front())>;
    std::vector<Element> values = FromValue<std::vector<Element>>::convert(value);
    if (values.size() == 1) values.assign(D, values.front());
    return Array(std::move(values));
  }
};

template <class T, class = void>
struct IsEnumTag : std::false_type {};
template <class T>
struct IsEnumTag<T, std::void_t<decltype(torch::enumtype::_compute_enum_name{}(std::declval<T>()))>>
    : std::true_type {};

/// A word is torch::kZeros where that is an alternative; every other value is one of the others.
template <class Variant, class... T>
struct OneOf {
  static Variant convert(const FxValue& value) {
    std::vector<Variant> found; // one, or none: there are two classes of optionals
    (try_one<T>(value, found), ...);
    if (found.empty()) throw Unknown("an option of this kind");
    return found.front();
  }

private:
  template <class Alternative>
  static void try_one(const FxValue& value, std::vector<Variant>& found) {
    if (!found.empty()) return;
    if constexpr (IsEnumTag<Alternative>::value) {
      if (value.kind == FxWord &&
          text_of(value.items[1]) == torch::enumtype::_compute_enum_name{}(Alternative()))
        found.push_back(Variant(Alternative()));
    } else {
      try {
        found.push_back(Variant(FromValue<Alternative>::convert(value)));
      } catch (const Unknown&) {
        found.clear(); // it is another of them
      }
    }
  }
};

template <class... T>
struct FromValue<std::variant<T...>> : OneOf<std::variant<T...>, T...> {};
#if __has_include(<c10/util/variant.h>)
template <class... T>
struct FromValue<c10::variant<T...>> : OneOf<c10::variant<T...>, T...> {};
#endif

/// The arguments of a call, with the tensors that their place gives them.
class Examples {
public:
  Examples(FxPlace place, const FxNamed* arguments, size_t count)
      : arguments_(arguments), values_(place, values_of(arguments, count)) {}

  size_t size() const { return values_.values().size(); }
  std::string_view name(size_t i) const { return view(arguments_[i].name); }
  const FxValue& value(size_t i) const { return values_.values()[i]; }

private:
  static std::vector<FxValue> values_of(const FxNamed* arguments, size_t count) {
    std::vector<FxValue> values;
    values.reserve(count);
    for (size_t i = 0; i < count; ++i)
      values.push_back(arguments[i].value);
    return values;
  }

  const FxNamed* arguments_;
  PlacedValues values_;
};

/// What a module or function gives.
using Example = c10::IValue;

class NamedArguments {
public:
  /// `names`: what the arguments by position are called.
  NamedArguments(const Examples& arguments, std::initializer_list<std::string_view> names)
      : arguments_(arguments), names_(names), read_(arguments.size()) {}

  const FxValue* find(std::string_view name) const {
    for (size_t i = 0; i < arguments_.size(); ++i)
      if (this->name(i) == name) {
        read_[i] = true;
        return &arguments_.value(i);
      }
    return nullptr;
  }
  template <class T>
  T get(const char* name) const {
    if (const FxValue* found = find(name)) return FromValue<T>::convert(*found);
    throw Unknown("a call without " + std::string(name));
  }
  template <class T>
  T get(const char* name, T otherwise) const {
    const FxValue* found = find(name);
    return found ? FromValue<T>::convert(*found) : std::move(otherwise);
  }
  /// Sets a field of an Options class, if it was given; None leaves one as it is that cannot be it.
  template <class T>
  void set(const char* name, T& field) const {
    const FxValue* found = find(name);
    if (found && (found->kind != FxNone || IsOptional<T>::value))
      field = FromValue<T>::convert(*found);
  }

  /// Throws for an argument that none of `names` is, and that is not off.
  void check_names() const {
    for (size_t i = 0; i < arguments_.size(); ++i)
      if (!is_off(i) && std::find(names_.begin(), names_.end(), name(i)) == names_.end())
        throw Unknown(name(i).empty() ? "more arguments than forward takes in C++"
                                      : "an argument '" + std::string(name(i)) +
                                            "', which forward does not have in C++");
  }

  /// Whether there is an argument that was not asked for, and that is not off.
  bool has_unread() const {
    for (size_t i = 0; i < arguments_.size(); ++i)
      if (!read_[i] && !is_off(i)) return true;
    return false;
  }

private:
  /// None, False and what Python keeps to itself (log_softmax's _stacklevel) change nothing.
  bool is_off(size_t i) const {
    const FxValue& value = arguments_.value(i);
    return value.kind == FxNone || (value.kind == FxBool && value.number == 0) ||
           arguments_.name(i).substr(0, 1) == "_";
  }
  std::string_view name(size_t i) const {
    const std::string_view own = arguments_.name(i);
    return own.empty() && i < names_.size() ? names_[i] : own;
  }

  const Examples& arguments_;
  std::vector<std::string_view> names_;
  mutable std::vector<bool> read_;
};

inline Example returned(at::Tensor tensor) {
  return tensor.defined() ? Example(std::move(tensor)) : Example();
}
inline Example returned(const std::vector<at::Tensor>& values) {
  return Example(values);
}
/// Of AdaptiveLogSoftmaxWithLoss. Python's loss is a tensor, C++'s a number.
inline Example returned(const torch::nn::ASMoutput& value) {
  return c10::ivalue::Tuple::create(std::vector<Example>{value.output, value.loss});
}
template <class T>
Example returned(const T&) {
  throw Unknown("a result of this type");
}
template <class... T>
Example returned(std::tuple<T...> values) {
  std::vector<Example> items;
  std::apply([&](auto&... value) { (items.push_back(returned(std::move(value))), ...); }, values);
  return c10::ivalue::Tuple::create(std::move(items));
}

} // namespace fx_kernels
