// Inputs of --verify that the user did not give.
#pragma once

#include "fx/Frontend/InputSpec.h"
#include "fx/Frontend/Session.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fx::tool {

struct GuessedInputs {
  std::vector<std::string> texts;                      // as --input spells them
  std::map<std::string, frontend::InputSpec> examples; // by parameter, those that were given too
};

/// Inputs with which `model` can be traced as `attempt` says, with the kernels of `plugin`.
/// Nothing: an error, which is on stderr.
std::optional<GuessedInputs> guess_inputs(frontend::Session& session,
                                          const std::vector<std::string>& sources,
                                          const TracedModule& model, const std::string& plugin,
                                          frontend::TraceOptions attempt);

} // namespace fx::tool
