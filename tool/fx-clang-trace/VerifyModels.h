// --verify: whether the C++ that comes out computes what the user's program does.
#pragma once

#include "PassPipeline.h"

#include "fx/Frontend/Trace.h"

#include "llvm/Support/CommandLine.h"

namespace fx::tool {

class VerifyModels {
public:
  explicit VerifyModels(llvm::cl::OptionCategory& category);

  bool is_wanted() const { return modes_.getNumOccurrences() > 0; }
  /// Traces the models in each mode, runs the passes, and compares. What was compared goes to the
  /// standard output, errors to stderr. False: a difference, or an error.
  bool run(const clang::tooling::CompilationDatabase& database,
           const std::vector<std::string>& sources, frontend::TraceOptions options,
           PassPipeline& pipeline) const;

private:
  enum class Modes : uint8_t { Both, Eval, Train };
  llvm::cl::opt<Modes> modes_;
  llvm::cl::opt<double> tolerance_;
  llvm::cl::list<std::string> link_arguments_;
};

} // namespace fx::tool
