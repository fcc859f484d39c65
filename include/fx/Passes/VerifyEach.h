// Checking what each pass leaves: --verify-each.
#pragma once

#include "fx/Passes/PassManager.h"

namespace fx {

/// An error behind a pass that left a graph which lint refuses, or an analysis that it says it
/// preserves and that is not what it was.
class VerifyEach : public PassInstrumentation {
public:
  std::optional<Error> after_pass(std::string_view pass, const TracedModule& module,
                                  const PassResult& result,
                                  const AnalysisManager& analyses) override;
};

} // namespace fx
