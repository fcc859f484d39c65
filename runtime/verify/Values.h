// Values that models take and return: what is in them, copies, and what two of them differ in.
//
// It is compiled together with users' code as that is compiled: C++17, and LibTorch alone.
#pragma once

// First: as C++20 clang does not take torch/torch.h otherwise.
#include <ATen/core/ivalue.h>

#include <torch/torch.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace fx_verify {

using Tensors = std::vector<torch::Tensor>;
using Named = torch::OrderedDict<std::string, torch::Tensor>;

struct Anything {
  template <class T>
  operator T() const; // NOLINT: converts to any member
};

template <class T, class Sequence, class = void>
struct TakesImpl : std::false_type {};
template <class T, size_t... I>
struct TakesImpl<T, std::index_sequence<I...>, std::void_t<decltype(T{((void)I, Anything())...})>>
    : std::true_type {};
/// How many members an aggregate has.
template <class T, size_t N = 16>
constexpr size_t num_members() {
  if constexpr (N == 0 || TakesImpl<T, std::make_index_sequence<N>>::value)
    return N;
  else
    return num_members<T, N - 1>();
}

template <class T, class = void>
struct IsRange : std::false_type {};
template <class T>
struct IsRange<T, std::void_t<decltype(std::declval<const T&>().begin()),
                              decltype(std::declval<const T&>().end())>> : std::true_type {};
template <class T, class = void>
struct IsTuple : std::false_type {};
template <class T>
struct IsTuple<T, std::void_t<decltype(std::tuple_size<T>::value)>> : std::true_type {};
template <class T, class = void>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<T, std::void_t<decltype(std::declval<const T&>().has_value()),
                                 decltype(*std::declval<const T&>())>> : std::true_type {};
template <class T, class = void>
struct IsItem : std::false_type {};
template <class T>
struct IsItem<T, std::void_t<decltype(std::declval<const T&>().key()),
                             decltype(std::declval<const T&>().value())>> : std::true_type {};
/// Its iterators give proxies.
template <class T>
struct IsList : std::false_type {};
template <class T>
struct IsList<c10::List<T>> : std::true_type {};
template <class T>
struct IsShared : std::false_type {};
template <class T>
struct IsShared<std::shared_ptr<T>> : std::true_type {};
template <class T>
struct IsShared<std::unique_ptr<T>> : std::true_type {};

/// Not text, and nothing unknown.
template <class T>
inline constexpr bool is_pointer_to_object =
    std::is_pointer_v<T> && std::is_class_v<std::remove_pointer_t<T>>;

/// What a value of any type holds: its tensors and numbers in order, and how they hang together.
struct Leaves {
  Tensors tensors;
  /// "[(., .), 'text', none]": lists, tuples and structs, texts, and what is empty.
  std::string structure;
  /// A type that cannot be looked into; empty: none.
  std::string not_read;

  template <class T>
  void add(const T& value);

private:
  void leaf(torch::Tensor value) {
    tensors.push_back(std::move(value));
    structure += '.';
  }
  template <class... Parts>
  void add_parts(const Parts&... parts) {
    structure += '(';
    (add_item(parts), ...);
    structure += ')';
  }
  template <class T>
  void add_item(const T& value) {
    if (structure.back() != '(' && structure.back() != '[') structure += ", ";
    add(value);
  }
};

/// Calls `take` with the members of an aggregate of 1 to 8 of them; false: it has more, or none.
template <class T, class Take>
bool with_members(const T& value, Take take) {
  constexpr size_t members = num_members<T>();
  if constexpr (members == 1) {
    const auto& [a] = value;
    take(a);
  } else if constexpr (members == 2) {
    const auto& [a, b] = value;
    take(a, b);
  } else if constexpr (members == 3) {
    const auto& [a, b, c] = value;
    take(a, b, c);
  } else if constexpr (members == 4) {
    const auto& [a, b, c, d] = value;
    take(a, b, c, d);
  } else if constexpr (members == 5) {
    const auto& [a, b, c, d, e] = value;
    take(a, b, c, d, e);
  } else if constexpr (members == 6) {
    const auto& [a, b, c, d, e, f] = value;
    take(a, b, c, d, e, f);
  } else if constexpr (members == 7) {
    const auto& [a, b, c, d, e, f, g] = value;
    take(a, b, c, d, e, f, g);
  } else if constexpr (members == 8) {
    const auto& [a, b, c, d, e, f, g, h] = value;
    take(a, b, c, d, e, f, g, h);
  } else {
    return members == 0;
  }
  return true;
}

template <class T>
void Leaves::add(const T& value) {
  if constexpr (std::is_same_v<T, torch::Tensor>) {
    leaf(value);
  } else if constexpr (std::is_same_v<T, bool>) {
    leaf(torch::tensor(value, torch::kBool));
  } else if constexpr (std::is_arithmetic_v<T>) {
    leaf(std::is_floating_point_v<T> ? torch::tensor(static_cast<double>(value), torch::kDouble)
                                     : torch::tensor(static_cast<int64_t>(value), torch::kLong));
  } else if constexpr (std::is_same_v<T, c10::Scalar>) {
    leaf(torch::scalar_tensor(value));
  } else if constexpr (std::is_same_v<T, std::string>) {
    structure += "'" + value + "'";
  } else if constexpr (IsTuple<T>::value && !IsRange<T>::value) {
    std::apply([&](const auto&... part) { add_parts(part...); }, value);
  } else if constexpr (IsList<T>::value) {
    add(value.vec());
  } else if constexpr (IsRange<T>::value) {
    structure += '[';
    for (const auto& item : value)
      add_item(item);
    structure += ']';
  } else if constexpr (IsOptional<T>::value) {
    if (value.has_value())
      add(*value);
    else
      structure += "none";
  } else if constexpr (IsItem<T>::value) {
    add(value.value());
  } else if constexpr (IsShared<T>::value || is_pointer_to_object<T>) {
    if (value)
      add(*value);
    else
      structure += "none";
  } else if constexpr (std::is_aggregate_v<T>) {
    if (!with_members(value, [&](const auto&... part) { add_parts(part...); }))
      not_read = c10::demangle_type<T>();
  } else if constexpr (std::is_class_v<T> && !std::is_same_v<T, torch::Device> &&
                       !std::is_same_v<T, caffe2::TypeMeta>) {
    not_read = c10::demangle_type<T>();
  }
}

template <class T>
Tensors tensors_of(const T& value) {
  Leaves leaves;
  leaves.add(value);
  return std::move(leaves.tensors);
}

template <class T, class = void>
struct HasAssignableItems : std::false_type {};
template <class T>
struct HasAssignableItems<
    T, std::enable_if_t<std::is_assignable_v<decltype(*std::declval<T&>().begin()),
                                             std::decay_t<decltype(*std::declval<T&>().begin())>>>>
    : IsRange<T> {};

/// Makes copies that share no memory. Tensors of floating point are scaled: a call that gets what
/// an earlier one got would not show that it used the earlier one's. With `leaves` they need a
/// gradient, which is found there; they are no leaves themselves, so that a model may write to
/// them.
struct Copier {
  double scale = 1;
  Tensors* leaves = nullptr;

  template <class T>
  T operator()(const T& value) const {
    if constexpr (std::is_same_v<T, torch::Tensor>) {
      return tensor(value);
    } else if constexpr (IsTuple<T>::value && !IsRange<T>::value) {
      // In braces the parts are copied from left to right.
      return std::apply([&](const auto&... part) { return T{(*this)(part)...}; }, value);
    } else if constexpr (HasAssignableItems<T>::value && !std::is_same_v<T, std::string>) {
      T result = value;
      for (auto&& item : result)
        item = (*this)(std::decay_t<decltype(item)>(item));
      return result;
    } else if constexpr (IsOptional<T>::value) {
      return value.has_value() ? T((*this)(*value)) : value;
    } else {
      return value;
    }
  }

private:
  torch::Tensor tensor(const torch::Tensor& value) const {
    if (!value.defined()) return value;
    torch::Tensor copy = value.detach().clone();
    if (!copy.is_floating_point() && !copy.is_complex()) return copy;
    if (scale != 1) copy.mul_(scale);
    if (leaves == nullptr) return copy;
    leaves->push_back(copy.requires_grad_(true));
    torch::AutoGradMode enabled(true);
    return copy.clone();
  }
};

inline torch::Tensor copied(const torch::Tensor& value) {
  return Copier()(value);
}

/// As --input spells it.
inline std::string dtype_name(torch::Dtype dtype) {
  switch (dtype) {
#define FX_ELEMENT_TYPE(NAME, ALIAS, CONVERSION, KIND, BYTES, ENUMERATOR, CONSTANT, NUMBER, SHORT) \
  case c10::ScalarType::ENUMERATOR: return NAME;
#include "../../include/fx/IR/ElementTypes.def"
  default: return c10::toString(dtype);
  }
}

/// As --input spells it: "2x10:float32".
inline std::string shape(const torch::Tensor& tensor) {
  if (!tensor.defined()) return "undefined";
  std::string sizes;
  for (const int64_t size : tensor.sizes())
    sizes += (sizes.empty() ? "" : "x") + std::to_string(size);
  return (sizes.empty() ? std::string("scalar") : sizes) + ":" + dtype_name(tensor.scalar_type());
}

struct Difference {
  bool comparable = true; // both defined or not, shapes and dtypes alike
  double absolute = 0;
  double relative = 0; // to the largest value of the first
  bool within(double tolerance) const {
    return comparable && (absolute <= tolerance || relative <= tolerance);
  }
};

/// By how much two tensors may differ.
struct Allowed {
  double tolerance = 1e-5;
  bool other_precision = false; // one may be float32, and the other bfloat16
};

/// NaNs and infinities must stand at the same places.
inline Difference difference(const torch::Tensor& a, const torch::Tensor& b,
                             bool other_precision = false) {
  if (a.defined() != b.defined()) return {false, INFINITY, INFINITY};
  if (!a.defined()) return {};
  const bool same_type = a.scalar_type() == b.scalar_type() ||
                         (other_precision && a.is_floating_point() && b.is_floating_point());
  if (a.sizes() != b.sizes() || !same_type || a.layout() != b.layout())
    return {false, INFINITY, INFINITY};
  const auto plain = [](const torch::Tensor& t) {
    torch::Tensor value = t.detach();
    if (value.is_sparse()) value = value.to_dense();
    if (value.is_complex()) value = torch::view_as_real(value);
    return value.to(torch::kDouble);
  };
  const torch::Tensor x = plain(a), y = plain(b);
  if (x.numel() == 0) return {};
  const torch::Tensor same = (x == y).logical_or(x.isnan().logical_and(y.isnan()));
  const torch::Tensor apart = torch::where(same, torch::zeros_like(x), (x - y).abs());
  if (apart.isnan().any().item<bool>()) return {true, INFINITY, INFINITY};
  const double absolute = apart.max().item<double>();
  const torch::Tensor finite = torch::where(x.isfinite(), x.abs(), torch::zeros_like(x));
  const double largest = finite.max().item<double>();
  return {true, absolute, absolute == 0 ? 0 : largest > 0 ? absolute / largest : INFINITY};
}

/// "2x10:float32, largest difference 0.5 absolute, 0.25 relative"
inline std::string described(const torch::Tensor& value, const Difference& by) {
  char text[96];
  std::snprintf(text, sizeof(text), ", largest difference %.3g absolute, %.3g relative",
                by.absolute, by.relative);
  return shape(value) + text;
}

inline bool is_finite(const Tensors& values) {
  for (const torch::Tensor& value : values)
    if (value.defined() && (value.is_floating_point() || value.is_complex()) &&
        !value.isfinite().all().item<bool>())
      return false;
  return true;
}

} // namespace fx_verify
