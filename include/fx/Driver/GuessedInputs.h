// Inputs of a comparison that the user did not give.
#pragma once

#include "fx/Driver/Model.h"
#include "fx/Frontend/InputSpec.h"

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace fx::driver {

struct GuessedInputs {
  std::vector<std::string> texts;                      // as --input spells them
  std::map<std::string, frontend::InputSpec> examples; // by parameter, those that were given too
};

/// Inputs with which `model` can be traced as `attempt` says. Error: none were found until the
/// deadline, or the attempts' stop, with the last reason why a trace did not go through.
Expected<GuessedInputs> guess_inputs(
    const Models& models, const TracedModule& model, frontend::TraceOptions attempt,
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max());

} // namespace fx::driver
