// Checking what each pass leaves: --verify-each.
#pragma once

#include "fx/Passes/PassManager.h"

namespace fx {

/// Fails after a pass that left a graph which lint refuses, or that changed an analysis which it
/// claims to preserve.
class VerifyEach : public PassInstrumentation {
public:
  std::optional<Error> after_pass(std::string_view pass, const TracedModule& module,
                                  const PassResult& result,
                                  const AnalysisManager& analyses) override;
};

} // namespace fx
