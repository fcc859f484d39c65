// Whether a graph computes what the module does that it was made of.
//
//     fx::Equivalence same = fx::check_equivalent(net, transformed, {x}, {.atol = 1e-4});
//     if (!same) std::cerr << same.message << '\n'; // "... first at node 'relu' ..."
#pragma once

#include "fx/Runtime/GraphModule.h"
#include "fx/Runtime/TracedFunction.h"

#include <optional>
#include <string>
#include <utility>

namespace fx {

struct EquivalenceOptions {
  /// Two numbers are close when |a - b| <= atol + rtol * |b|, b that of the module. Nothing: as
  /// torch.testing.assert_close has it for the type, 1.3e-6 and 1e-5 for float.
  std::optional<double> rtol = {};
  std::optional<double> atol = {};
  /// Which modes are compared, of those that the GraphModule has.
  Modes modes = Modes::Both;
};

/// What a comparison found.
struct Equivalence {
  bool equal = true;
  /// The greatest difference of two numbers that are compared; infinite where one is no number.
  double max_difference = 0;
  /// The name of the first node whose value the module does not compute; empty: they are equal, or
  /// none is found.
  std::string node;
  /// In which mode they differ.
  bool training = false;
  /// What differs, where, and by how much; empty: nothing.
  std::string message;

  explicit operator bool() const { return equal; }
};

namespace detail {
Equivalence check_equivalent(torch::nn::Module& root, const TracedFunction& forward,
                             const GraphModule& graph, const Args& inputs,
                             const EquivalenceOptions& options);
} // namespace detail

/// Runs both in each mode, on copies of the inputs, from the same state of parameters, buffers and
/// random numbers, and compares what they give, whether that requires a gradient, and what they did
/// to inputs, parameters and buffers. Afterwards all of that is as it was, and so are the modes of
/// all modules. NaN equals NaN.
///
/// A difference is no exception but a report. Then the module runs once more while each operator is
/// looked at, and the graph node by node: the node named is the first with a tensor that the module
/// does not compute. What neither of them registers (a counter in the module) is not restored.
template <ModuleLike M>
Equivalence check_equivalent(M& module, const GraphModule& graph, const Args& inputs,
                             const EquivalenceOptions& options = {}) {
  auto& root = detail::module_of(module);
  return detail::check_equivalent(root, TracedFunction::forward_of(root), graph, inputs, options);
}

} // namespace fx
