// --verify: whether the C++ that comes out computes what the user's program does.
#pragma once

#include "PassPipeline.h"

#include "fx/Frontend/Trace.h"

#include "llvm/Support/CommandLine.h"

#include <string>
#include <vector>

namespace fx::tool {

class VerifyModels {
public:
  explicit VerifyModels(llvm::cl::OptionCategory& category);

  bool is_wanted() const { return modes_.getNumOccurrences() > 0; }
  /// Traces the models in each mode, runs the passes, and compares. What was compared goes to the
  /// standard output, errors to stderr. Inputs that are not given are guessed, with the kernels of
  /// `plugin`; `with_python`: the Python is run as well. False: a difference, or an error.
  bool run(const clang::tooling::CompilationDatabase& database,
           const std::vector<std::string>& sources, frontend::TraceOptions options,
           PassPipeline& pipeline, const std::string& plugin, bool with_python) const;

private:
  struct Task; // what is verified: database, sources, options, ...
  std::vector<bool> modes() const;
  bool guess(Task& task, const GraphModule& traced) const;
  bool verify_traced(Task& task) const;

  enum class Modes : uint8_t { Both, Eval, Train };
  llvm::cl::opt<Modes> modes_;
  llvm::cl::opt<double> tolerance_;
  llvm::cl::list<std::string> link_arguments_;
};

} // namespace fx::tool
