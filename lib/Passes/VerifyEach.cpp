#include "fx/Passes/VerifyEach.h"

#include "Messages.h"

#include "fx/IR/Lint.h"

namespace fx {

std::optional<Error> VerifyEach::after_pass(std::string_view, const TracedModule& module,
                                            const PassResult&, const AnalysisManager& analyses) {
  if (const std::vector<Error> errors = lint(module); !errors.empty()) {
    const Error& first = errors.front();
    return Error{say(diag::graph_left_broken, first.message), first.location, first.notes};
  }
  if (const auto stale = analyses.find_stale(module))
    return say(diag::analysis_not_preserved, *stale);
  return std::nullopt;
}

} // namespace fx
