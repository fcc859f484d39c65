#include "fx/Passes/VerifyEach.h"

#include "fx/IR/Lint.h"

#include <fmt/format.h>

namespace fx {

std::optional<Error> VerifyEach::after_pass(std::string_view, const TracedModule& module,
                                            const PassResult&, const AnalysisManager& analyses) {
  if (std::vector<Error> errors = lint(module); !errors.empty()) {
    Error first = std::move(errors.front());
    first.message = "the pass left a broken graph: " + first.message;
    return first;
  }
  if (const auto stale = analyses.find_stale(module))
    return Error{fmt::format("the pass says that it preserves the analysis '{}', and that is not "
                             "what it was",
                             *stale),
                 {},
                 {}};
  return std::nullopt;
}

} // namespace fx
