// --verify: whether what is written computes what the user's program does.
#pragma once

#include "TerminalSink.h"

#include "fx/Driver/Verify.h"

#include "llvm/Support/CommandLine.h"

#include <optional>

namespace fx::tool {

class VerifyModels {
public:
  explicit VerifyModels(llvm::cl::OptionCategory& category);

  /// Error: the mode to compare is not traced.
  llvm::Error prepare(const frontend::TraceOptions& options) const;
  /// Nothing when --verify was not given.
  std::optional<driver::Verification> verification(const driver::Models& models) const;
  /// What was compared goes to the standard output, errors to stderr. False: a difference, or an
  /// error.
  static bool compare(const driver::Verification& verification, Verbosity verbosity);

private:
  enum class Modes : uint8_t { Both, Eval, Train };
  bool is_wanted() const { return modes_.getNumOccurrences() > 0; }

  llvm::cl::opt<Modes> modes_;
  llvm::cl::opt<double> tolerance_;
  llvm::cl::list<std::string> link_arguments_;
  llvm::cl::opt<unsigned> megabytes_;
};

} // namespace fx::tool
