// Example inputs that a model takes, found where the user gave none.
//
//   fx::Expected<std::vector<std::string>> inputs = guess_inputs(module, kernels);
//   options.inputs = *inputs;   // {"x=2x3x32x32:float32"}
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Ops/Kernels.h"
#include "fx/Support/Error.h"

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace fx::verify {

/// The error that this parameter has no example, and how to give one.
Error missing_example(const Node& parameter);

/// Whether a parameter of forward has neither an example nor a default.
bool needs_examples(const TracedModule& module);

/// When a search ends that has found nothing.
struct SearchLimits {
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  std::stop_token stop = {};

  bool are_reached() const {
    return stop.stop_requested() || std::chrono::steady_clock::now() > deadline;
  }
};

/// Examples as --input spells them, with a name each, for all parameters that have no default;
/// those that were given stay. Shapes are proposed by the modules and values that a parameter
/// meets, and tried by running the graph with `kernels`; what goes through is offered to `accepts`,
/// which may refuse it. Error: none was found within the limits, or a parameter is no tensor.
Expected<std::vector<std::string>>
guess_inputs(const TracedModule& module, ops::Kernels& kernels,
             const std::function<bool(const std::vector<std::string>&)>& accepts,
             const SearchLimits& limits = {});

} // namespace fx::verify
