// How far two values are apart.
#pragma once

#include "KeptState.h"

#include "fx/Runtime/Equivalence.h"

#include <string>

namespace fx::runtime {

/// A run of a module, and what it left behind.
struct Run {
  Value result;
  Args inputs;
  NamedTensors state;
  std::string error; // empty: it ended well
  std::string failed_node;
};

struct Difference {
  double max = 0;   // of numbers that are compared
  std::string text; // empty: none that counts
};

/// `expected` and `found`, each called `what`, as the options say.
Difference compare_tensors(const at::Tensor& expected, const at::Tensor& found,
                           const EquivalenceOptions& options, const std::string& what);
/// What they give, then what they did to inputs and state.
Difference compare_runs(const Run& expected, const Run& found, const EquivalenceOptions& options);

} // namespace fx::runtime
