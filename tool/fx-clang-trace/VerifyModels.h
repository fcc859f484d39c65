// --verify: whether what is written computes what the user's program does.
#pragma once

#include "fx/CodeGen/Emitter.h"
#include "fx/Frontend/Session.h"
#include "fx/Verify/Verify.h"

#include "llvm/Support/CommandLine.h"

#include <string>
#include <vector>

namespace fx::tool {

class VerifyModels {
public:
  explicit VerifyModels(llvm::cl::OptionCategory& category);

  bool is_wanted() const { return modes_.getNumOccurrences() > 0; }
  /// Error: the mode to compare is not traced.
  llvm::Error prepare(const frontend::TraceOptions& options) const;

  /// A model on its way: before the passes, after them, and written.
  struct Task {
    verify::Subject subject;
    std::vector<std::string> guessed; // inputs that were not given; empty: all were
  };
  using Tasks = std::vector<Task>;

  /// Before the passes: adds a task, if --verify is wanted. Inputs that are not given are guessed,
  /// with the kernels of `plugin`. False: an error, which is on the screen.
  bool begin(Tasks& tasks, frontend::Session& session, const std::vector<std::string>& sources,
             const frontend::TraceOptions& options, const std::string& plugin,
             const TracedModule& traced, bool is_only) const;
  /// After the passes, of the last task. False: an error, which is on the screen.
  bool after_passes(Tasks& tasks, const TracedModule& changed, const EmitOptions& how) const;
  /// With the texts that are written in the subjects. What was compared goes to the standard
  /// output, errors to stderr. False: a difference, or an error.
  bool compare(const frontend::Session& session, const Tasks& tasks) const;

private:
  enum class Modes : uint8_t { Both, Eval, Train };
  llvm::cl::opt<Modes> modes_;
  llvm::cl::opt<double> tolerance_;
  llvm::cl::list<std::string> link_arguments_;
};

} // namespace fx::tool
