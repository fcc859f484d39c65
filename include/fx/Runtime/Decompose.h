// Operators, functions and modules of a graph by what they are made of: torch.fx's decomposition
// example ("Proxy/Retracing"), torch._decomp and make_fx's decomposition_table.
//
//     fx::GraphModule parts = fx::decompose(traced, {
//         {"torch.relu", [](torch::Tensor x) { return (x > 0) * x; }},
//         {"torch.nn.Linear", [](torch::nn::LinearImpl& linear, torch::Tensor x) {
//            return torch::matmul(x, linear.weight.t()) + linear.bias;
//          }}});
//
// A rule is ordinary code, which is traced as any function is, with a proxy for each operand that a
// node computes; what it does then stands where the node stood.
#pragma once

#include "fx/Runtime/GraphModule.h"
#include "fx/Runtime/TracedFunction.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace fx {

namespace detail {

/// A parameter that is a module: a reference to its class, or its holder.
template <class T>
struct ModuleParameter {
  static constexpr bool is_module = false;
};
template <class T>
  requires std::derived_from<std::remove_cvref_t<T>, torch::nn::Module>
struct ModuleParameter<T> {
  static constexpr bool is_module = true;
  using Impl = std::remove_cvref_t<T>;
  static Impl& get(Impl& module) { return module; }
};
template <class T>
  requires requires { typename std::remove_cvref_t<T>::ContainedType; }
struct ModuleParameter<T> {
  static constexpr bool is_module = true;
  using Impl = typename std::remove_cvref_t<T>::ContainedType;
  static std::remove_cvref_t<T> get(Impl& module) {
    return std::remove_cvref_t<T>(std::dynamic_pointer_cast<Impl>(module.shared_from_this()));
  }
};

} // namespace detail

/// What a node is replaced by.
class DecompositionRule {
public:
  /// A function, or an object with one operator(). It takes the operands: tensors, numbers, lists,
  /// texts, optionals of them, or a Value, which takes anything. Those of an operator of LibTorch
  /// are in the order of its schema, with the defaults of what the node leaves out; parameters that
  /// have their defaults need not be taken. `names` are those of its parameters, for keywords of a
  /// function that has no schema.
  ///
  /// The first parameter may be a module, as a reference or as its holder: that of a call_module.
  ///
  /// The function gives what the node gives: a tensor, a tuple. None, an empty optional say, leaves
  /// the node as it is (NotImplemented of torch._decomp).
  template <class F>
    requires(!std::same_as<std::remove_cvref_t<F>, DecompositionRule>)
  DecompositionRule(F function, std::vector<std::string> names = {}) : names_(std::move(names)) {
    take(std::function(std::move(function)));
  }

  /// The function without the module, which is taken from a call of `module`; null: there is none.
  /// RuntimeError: it takes a module of another class, or there is none.
  TracedFunction function_for(torch::nn::Module* module) const {
    TracedFunction function = bind_(module);
    function.names = names_;
    return function;
  }

private:
  template <class Result>
  void take(std::function<Result()> function) {
    bind_ = [function = std::move(function)](torch::nn::Module*) {
      return TracedFunction(function);
    };
  }
  template <class Result, class First, class... Rest>
  void take(std::function<Result(First, Rest...)> function) {
    using Parameter = detail::ModuleParameter<First>;
    if constexpr (Parameter::is_module) {
      bind_ = [function = std::move(function)](torch::nn::Module* module) {
        using Impl = typename Parameter::Impl;
        Impl* called = dynamic_cast<Impl*>(module);
        if (called == nullptr) refuse(module, c10::demangle(typeid(Impl).name()));
        return TracedFunction(
            std::function<Result(Rest...)>([function, called](Rest... rest) -> Result {
              return function(Parameter::get(*called), std::forward<Rest>(rest)...);
            }));
      };
    } else {
      bind_ = [function = std::move(function)](torch::nn::Module*) {
        return TracedFunction(function);
      };
    }
  }
  [[noreturn]] static void refuse(const torch::nn::Module* module, const std::string& wanted);

  std::function<TracedFunction(torch::nn::Module*)> bind_;
  std::vector<std::string> names_;
};

/// Rules by what they are for:
/// - a function as graphs name it: "torch.relu", "operator.add", "torch.nn.functional.gelu",
///   "torch.ops.mylib.blur.default", or one of register_function() and wrap();
/// - a method: "torch.Tensor.relu";
/// - an operator of LibTorch, however the graph spells it: "aten::relu", "aten::add.Tensor";
/// - a class of modules: "torch.nn.ReLU", "zoo.Block".
/// The first of these that a node has counts.
using DecompositionTable = std::map<std::string, DecompositionRule, std::less<>>;

/// Another module, which shares its state with `module`, in whose graphs (that of training too)
/// every node with a rule is replaced by what the rule does. Rules apply to what rules make, but
/// none to what it made itself, directly or not: that ends, and a rule may use what it is for. What
/// is in a GraphModule that is called as one node stays.
///
/// Nodes that have no rule stay as they are, under their names. Those of a rule have the origin of
/// the node that they replace (source range, calls, modules), and traceback::from_node() gives the
/// nodes that they come from. The one that gives the value has all its meta. Sizes are those that
/// the nodes' meta has (of example inputs, ShapeProp or FakeTensorProp), and what a rule decides by
/// them holds for such inputs only.
///
/// A rule that asks a module for its mode sees the one that it is in: where a graph is for both
/// modes, write the rule with an operator or a module that asks when it runs.
///
/// RuntimeError, with the node and what to do: a key of the table that names nothing in LibTorch; a
/// rule that does not take the operands, throws, cannot be traced, gives another shape or type than
/// is known of the node, or writes to nothing where the node writes to an operand.
GraphModule decompose(const GraphModule& module, const DecompositionTable& table);

} // namespace fx
