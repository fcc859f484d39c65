// Options and arguments of a module or function of torch::nn, taken by name as the C++ type that
// LibTorch declares.
#pragma once

#include "Example.h"

#include "fx/Ops/LibTorch.h"

#include <torch/enum.h>
#include <torch/expanding_array.h>

#include <memory>
#include <tuple>
#include <utility>

namespace fx::runtime {

/// Converts a value to T; throws Unknown when it is no T.
template <class T>
struct FromExample {
  static T convert(const Example&) { throw Unknown("an argument of this type"); }
};

inline const Argument& literal_of(const Example& example) {
  if (const Argument* literal = example.literal()) return *literal;
  throw Unknown("an argument that is no number");
}

template <std::integral T>
struct FromExample<T> {
  static T convert(const Example& example) {
    const Argument& value = literal_of(example);
    if (value.is(Argument::Kind::Bool)) return static_cast<T>(value.as_bool());
    if (value.is(Argument::Kind::Int)) return static_cast<T>(value.as_int());
    throw Unknown("an argument that is no integer");
  }
};

template <>
struct FromExample<double> {
  static double convert(const Example& example) {
    const Argument& value = literal_of(example);
    return value.is(Argument::Kind::Float)
               ? value.as_float()
               : static_cast<double>(FromExample<int64_t>::convert(example));
  }
};

template <>
struct FromExample<std::string> {
  static std::string convert(const Example& example) {
    const Argument& value = literal_of(example);
    if (!value.is(Argument::Kind::String)) throw Unknown("an argument that is no string");
    return value.symbol().str();
  }
};

template <>
struct FromExample<at::Tensor> {
  static at::Tensor convert(const Example& example) {
    if (example.is_none()) return {};
    if (const at::Tensor* tensor = example.tensor()) return *tensor;
    throw Unknown("an argument that is no tensor");
  }
};

template <>
struct FromExample<at::ScalarType> {
  static at::ScalarType convert(const Example& example) {
    const Argument& value = literal_of(example);
    if (value.is(Argument::Kind::Dtype))
      if (const auto type = scalar_type(value.symbol())) return *type;
    throw Unknown("an argument that is no dtype");
  }
};

/// The items of a list or tuple; a single value is one item.
inline std::vector<Example> spread(const Example& example) {
  return is_sequence(example) ? items_of(example) : std::vector<Example>{example};
}

template <class T>
struct FromExample<std::vector<T>> {
  static std::vector<T> convert(const Example& example) {
    std::vector<T> values;
    for (const Example& item : spread(example))
      values.push_back(FromExample<T>::convert(item));
    return values;
  }
};

template <class T>
struct FromExample<c10::optional<T>> {
  static c10::optional<T> convert(const Example& example) {
    if (example.is_none()) return c10::nullopt;
    return FromExample<T>::convert(example);
  }
};

template <class T>
struct FromExample<c10::OptionalArray<T>> {
  static c10::OptionalArray<T> convert(const Example& example) {
    if (example.is_none()) return {};
    return {FromExample<std::vector<T>>::convert(example)};
  }
};

template <class... T>
struct FromExample<std::tuple<T...>> {
  static std::tuple<T...> convert(const Example& example) {
    const std::vector<Example> items = spread(example);
    if (items.size() != sizeof...(T)) throw Unknown("a tuple of another length");
    return [&]<size_t... I>(std::index_sequence<I...>) {
      return std::tuple<T...>(FromExample<T>::convert(items[I])...);
    }(std::index_sequence_for<T...>());
  }
};

template <size_t D, class T>
struct FromExample<torch::ExpandingArray<D, T>> {
  static torch::ExpandingArray<D, T> convert(const Example& example) {
    std::vector<T> values = FromExample<std::vector<T>>::convert(example);
    // Parentheses: braces would make a list of one value.
    if (values.size() == 1) return torch::ExpandingArray<D, T>(values.front());
    return torch::ExpandingArray<D, T>(std::move(values));
  }
};

template <size_t D, class T>
struct FromExample<torch::ExpandingArrayWithOptionalElem<D, T>> {
  static torch::ExpandingArrayWithOptionalElem<D, T> convert(const Example& example) {
    std::vector<c10::optional<T>> values =
        FromExample<std::vector<c10::optional<T>>>::convert(example);
    if (values.size() == 1) values.assign(D, values.front());
    return torch::ExpandingArrayWithOptionalElem<D, T>(std::move(values));
  }
};

template <class T>
concept EnumTag = requires(T tag) { torch::enumtype::_compute_enum_name{}(tag); };

// LibTorch 1.13 has a variant of its own.
#if __has_include(<c10/util/variant.h>)
template <class... T>
using OptionVariant = c10::variant<T...>;
#else
template <class... T>
using OptionVariant = std::variant<T...>;
#endif

/// "zeros" is torch::kZeros where that is an alternative; every other value is one of the others.
template <class... T>
struct FromExample<OptionVariant<T...>> {
  using Variant = OptionVariant<T...>;
  static Variant convert(const Example& example) {
    const Argument* literal = example.literal();
    c10::optional<Variant> result;
    const auto try_one = [&]<class Alternative>(std::type_identity<Alternative>) {
      if (result) return;
      if constexpr (EnumTag<Alternative>) {
        if (literal && literal->is(Argument::Kind::String) &&
            ops::LibTorch::built_in()->python_enum(
                torch::enumtype::_compute_enum_name{}(Alternative())) == literal->symbol().view())
          result = Variant(Alternative());
      } else {
        try {
          result = Variant(FromExample<Alternative>::convert(example));
        } catch (const Unknown&) {
          result = c10::nullopt;
        }
      }
    };
    (try_one(std::type_identity<T>()), ...);
    if (!result) throw Unknown("an option of this kind");
    return *result;
  }
};

class NamedArguments {
public:
  /// `names`: what the arguments by position are called.
  NamedArguments(const Examples& arguments, std::vector<std::string_view> names)
      : arguments_(arguments), names_(std::move(names)), read_(arguments.size()) {}

  const Example* find(std::string_view name) const {
    for (size_t i = 0; i < arguments_.size(); ++i) {
      const std::string_view own =
          arguments_[i].name.empty() && i < names_.size() ? names_[i] : arguments_[i].name;
      if (own == name || own == ops::python_option(name)) {
        read_[i] = true;
        return &arguments_[i].value;
      }
    }
    return nullptr;
  }
  template <class T>
  T get(std::string_view name) const {
    if (const Example* found = find(name)) return FromExample<T>::convert(*found);
    throw Unknown("a call without " + std::string(name));
  }
  template <class T>
  T get(std::string_view name, T otherwise) const {
    const Example* found = find(name);
    return found ? FromExample<T>::convert(*found) : std::move(otherwise);
  }
  /// Sets a field of an Options class, if it was given; None leaves it as it is.
  template <class T>
  void set(std::string_view name, T& field) const {
    if (const Example* found = find(name); found && !found->is_none())
      field = FromExample<T>::convert(*found);
  }

  /// Whether there is an argument that was not asked for, other than None, False and what Python
  /// keeps to itself (log_softmax's _stacklevel).
  bool has_unread() const {
    for (size_t i = 0; i < arguments_.size(); ++i) {
      const Argument* literal = arguments_[i].value.literal();
      const bool is_off = literal && (literal->is_none() || *literal == Argument(false));
      const bool is_private = arguments_[i].name.starts_with('_');
      if (!read_[i] && !is_off && !is_private) return true;
    }
    return false;
  }

private:
  const Examples& arguments_;
  std::vector<std::string_view> names_;
  mutable std::vector<bool> read_;
};

inline Example returned(at::Tensor tensor) {
  return tensor.defined() ? Example{std::move(tensor)} : Example{Argument()};
}
template <class... T>
Example returned(std::tuple<T...> values) {
  Sequence items{{}, true};
  std::apply([&](auto&&... value) { (items.items.push_back(returned(std::move(value))), ...); },
             std::move(values));
  return {std::move(items)};
}
inline Example returned(std::vector<at::Tensor> values) {
  Sequence items;
  for (at::Tensor& value : values)
    items.items.push_back(returned(std::move(value)));
  return {std::move(items)};
}
template <class T>
Example returned(const T&) {
  throw Unknown("a result of this type");
}

} // namespace fx::runtime
