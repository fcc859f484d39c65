// Functions of any signature as functions of values, which is what a Tracer calls: a template takes
// the parameters apart, because forward is not virtual and C++ cannot ask for them.
#pragma once

#include "fx/Runtime/Conversions.h"
#include "fx/Runtime/Proxy.h"
#include "fx/Runtime/Value.h"

#include <ATen/core/Tensor.h>
#include <c10/util/ArrayRef.h>
#include <c10/util/Optional.h>
#include <c10/util/Type.h>
#include <torch/nn/module.h>
#include <torch/nn/modules/container/sequential.h>
#include <torch/nn/pimpl.h>

#include <concepts>
#include <functional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace fx {

namespace detail {

/// What keeps the value of a parameter while the function runs.
template <class T>
struct Kept {
  using type = T;
};
template <class T>
struct Kept<c10::ArrayRef<T>> {
  using type = std::vector<T>;
};

template <std::derived_from<torch::nn::Module> M>
M& module_of(M& module) {
  return module;
}
template <class Impl>
Impl& module_of(const torch::nn::ModuleHolder<Impl>& holder) {
  return *holder.ptr();
}

} // namespace detail

/// A module, or the holder of one.
template <class M>
concept ModuleLike = requires(M& module) {
  { detail::module_of(module) } -> std::convertible_to<const torch::nn::Module&>;
};

class GraphModuleImpl;

class TracedFunction {
public:
  struct Parameter {
    enum class Kind { Tensor, Tensors, Other };
    Kind kind;
    std::string cpp_type;
    /// Which tensors it has, where its type says so: of tuples and structs.
    ValueType type = {};
  };

  /// A function, or an object with one operator().
  template <class F>
    requires(!ModuleLike<F> && !std::same_as<std::remove_cvref_t<F>, TracedFunction>)
  TracedFunction(F function) : TracedFunction(std::function(std::move(function))) {}
  template <class Result, class... Parameters>
  TracedFunction(std::function<Result(Parameters...)> function)
      : parameters{parameter<Parameters>()...}, call([function = std::move(function)](Args args) {
          return apply<Result, Parameters...>(function, args);
        }) {}
  TracedFunction(std::vector<Parameter> parameters, std::function<Value(Args)> call)
      : parameters(std::move(parameters)), call(std::move(call)) {}

  /// forward of a module, which must outlive this.
  template <class M>
  static TracedFunction forward_of(M& module);
  /// Another method of it.
  template <class M, class C, class Result, class... Parameters>
  static TracedFunction method_of(M& module, Result (C::*method)(Parameters...)) {
    return std::function<Result(Parameters...)>([&module, method](Parameters... values) -> Result {
      return (module.*method)(std::forward<Parameters>(values)...);
    });
  }
  template <class M, class C, class Result, class... Parameters>
  static TracedFunction method_of(M& module, Result (C::*method)(Parameters...) const) {
    return std::function<Result(Parameters...)>([&module, method](Parameters... values) -> Result {
      return (module.*method)(std::forward<Parameters>(values)...);
    });
  }

  std::vector<Parameter> parameters;
  std::function<Value(Args)> call;
  /// Of parameters; what has no name here is called input, input_1 and so on.
  std::vector<std::string> names;

private:
  template <class Result, class... Parameters, class Function>
  static Value apply(const Function& function, Args& args) {
    return [&]<size_t... I>(std::index_sequence<I...>) {
      std::tuple<typename detail::Kept<std::remove_cvref_t<Parameters>>::type...> kept{
          detail::from_value<typename detail::Kept<std::remove_cvref_t<Parameters>>::type>(
              std::move(args[I]))...};
      if constexpr (std::is_void_v<Result>) {
        function(static_cast<Parameters&&>(std::get<I>(kept))...);
        return Value();
      } else {
        return detail::as_value(function(static_cast<Parameters&&>(std::get<I>(kept))...));
      }
    }(std::index_sequence_for<Parameters...>{});
  }

  template <class T>
  static Parameter parameter() {
    using Plain = typename detail::Kept<std::remove_cvref_t<T>>::type;
    constexpr bool is_tensor = std::is_base_of_v<at::Tensor, Plain> ||
                               std::is_same_v<Plain, c10::optional<at::Tensor>> ||
                               std::is_same_v<Plain, Value>;
    constexpr bool is_tensors = std::is_same_v<Plain, std::vector<at::Tensor>>;
    return {is_tensor    ? Parameter::Kind::Tensor
            : is_tensors ? Parameter::Kind::Tensors
                         : Parameter::Kind::Other,
            c10::demangle(typeid(Plain).name()), detail::type_in_graph<Plain>()};
  }
};

namespace detail {
/// As many tensors as a GraphModule has placeholders, of their names.
TracedFunction function_of(GraphModuleImpl& module);
} // namespace detail

template <class M>
TracedFunction TracedFunction::forward_of(M& module) {
  if constexpr (std::derived_from<M, GraphModuleImpl>)
    return detail::function_of(module);
  else if constexpr (std::derived_from<M, torch::nn::SequentialImpl>)
    return [&module](at::Tensor input) { return module.forward(std::move(input)); };
  else {
    static_assert(
        requires { &M::forward; }, "forward is overloaded, a template or not public: "
                                   "give a pointer to the method, or a lambda");
    return method_of(module, &M::forward);
  }
}

} // namespace fx
