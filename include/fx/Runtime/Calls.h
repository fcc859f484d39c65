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

#include <string>
#include <tuple>
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
      return TracedFunction::forward_of(dynamic_cast<Callee&>(called)).call(args);
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
