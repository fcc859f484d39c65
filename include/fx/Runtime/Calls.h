// Modules and functions of the program's own as one node each: leaf modules, and torch.fx's wrap
// (torch/fx/_symbolic_trace.py).
//
//     return fx::call(block, x) + 1;                      // call_module[target=block]
//     const auto scale = fx::wrap("scale", [](torch::Tensor x, double by) { return x * by; });
//     return scale(x, 2.0);                               // call_function[target=scale]
//
// Outside of a trace both just call. What was called so is known to GraphModules afterwards: no
// register_module() or register_function() is needed.
#pragma once

#include "fx/Runtime/Conversions.h"
#include "fx/Runtime/Functions.h"
#include "fx/Runtime/Modules.h"
#include "fx/Runtime/SymbolicTrace.h"
#include "fx/Runtime/TracedFunction.h"

#include <concepts>
#include <functional>
#include <string>
#include <tuple>
#include <type_traits>
#include <typeindex>
#include <utility>
#include <vector>

namespace fx {

namespace detail {

/// In a trace: a call_module node. `forward` tells the sizes of the result.
Value call_leaf(torch::nn::Module& module, const std::function<Value()>& forward, Args args,
                const ValueType& type);
/// A call_function node when one of the arguments is traced, else what `function` gives.
Value call_wrapped(const std::string& target, const std::function<Value()>& function, Args args,
                   const ValueType& type);

/// Calls forward, which has these parameters, with values for the first of them. C++ knows the
/// default arguments of the others in a call alone, so that there is one for each number of values.
template <class Result, class... Parameters>
struct ForwardCall {
  template <size_t Count, class M>
  static Value first(M& module, Args args) {
    if constexpr (Count > 0)
      if (args.size() < Count) return first<Count - 1>(module, std::move(args));
    return [&]<size_t... I>(std::index_sequence<I...>) {
      using All = std::tuple<Parameters...>;
      constexpr bool has_defaults =
          requires { module.forward(std::declval<std::tuple_element_t<I, All>>()...); };
      if constexpr (has_defaults) {
        const std::function<Result(std::tuple_element_t<I, All>...)> forward =
            [&module](std::tuple_element_t<I, All>... values) -> Result {
          return module.forward(std::forward<std::tuple_element_t<I, All>>(values)...);
        };
        return TracedFunction(forward).call(std::move(args));
      } else {
        // A graph may leave out None at the end.
        args.resize(Count + 1);
        return first<Count + 1>(module, std::move(args));
      }
    }(std::make_index_sequence<Count>());
  }
};
template <class M, class C, class Result, class... Parameters>
Value call_method(M& module, Result (C::*)(Parameters...), const Args& args) {
  return ForwardCall<Result, Parameters...>::template first<sizeof...(Parameters)>(module, args);
}
template <class M, class C, class Result, class... Parameters>
Value call_method(M& module, Result (C::*)(Parameters...) const, const Args& args) {
  return ForwardCall<Result, Parameters...>::template first<sizeof...(Parameters)>(module, args);
}
/// forward of a module that a graph calls as one node.
template <class M>
Value call_forward(M& module, const Args& args) {
  if constexpr (std::derived_from<M, GraphModuleImpl> ||
                std::derived_from<M, torch::nn::SequentialImpl>) {
    return TracedFunction::forward_of(module).call(args);
  } else {
    static_assert(
        requires { &M::forward; }, "forward is overloaded, a template or not public: "
                                   "wrap the call in a function, with fx::wrap");
    return call_method(module, &M::forward, args);
  }
}

/// What C++ passes to a parameter: {} and numbers too.
template <class T>
Value operand(const T& value) {
  return as_value(T(value));
}

} // namespace detail

/// Calls forward of a module; in a trace that is one node, whatever is_leaf_module() says.
template <ModuleLike M, class... Inputs>
auto call(M& module, const Inputs&... inputs) {
  auto& callee = detail::module_of(module);
  using Callee = std::remove_cvref_t<decltype(callee)>;
  using Result = std::remove_cvref_t<decltype(callee.forward(inputs...))>;
  if (!is_tracing()) return Result(callee.forward(inputs...));
  static const bool is_known = [] {
    register_module(typeid(Callee), [](torch::nn::Module& called, const Args& args, const Kwargs&) {
      return detail::call_forward(dynamic_cast<Callee&>(called), args);
    });
    return true;
  }();
  (void)is_known;
  return detail::from_value<Result>(detail::call_leaf(
      callee, [&] { return detail::as_value(callee.forward(inputs...)); },
      Args{detail::operand(inputs)...}, detail::type_in_graph<Result>()));
}

/// A function that is one node, call_function with the target `name`, where it is called with
/// traced tensors. Without any it just runs, in a trace too.
template <class F>
auto wrap(const std::string& name, F function) {
  using Returned = typename decltype(std::function(function))::result_type;
  // A graph that is traced again keeps the node.
  register_function(name,
                    [name, call = TracedFunction(function).call](const Args& args, const Kwargs&) {
                      return detail::call_wrapped(
                          name, [&] { return call(args); }, args,
                          detail::type_in_graph<std::remove_cvref_t<Returned>>());
                    });
  return [name, function = std::move(function)](const auto&... inputs) {
    using Result = std::remove_cvref_t<decltype(function(inputs...))>;
    return detail::from_value<Result>(detail::call_wrapped(
        name, [&] { return detail::as_value(function(inputs...)); },
        Args{detail::operand(inputs)...}, detail::type_in_graph<Result>()));
  };
}

} // namespace fx
