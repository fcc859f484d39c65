// The options about passes that fx-opt and fx-clang-trace share.
#pragma once

#include "fx/Passes/PassManager.h"
#include "fx/Passes/VerifyEach.h"

#include "llvm/Support/CommandLine.h"

namespace fx::tool {

class PassObserver;

/// Declares --passes, --verify-each, --print-before and the rest of them in a category.
class PassCommandLine {
public:
  explicit PassCommandLine(llvm::cl::OptionCategory& category);
  ~PassCommandLine();

  /// After the command line was parsed: loads plugins, answers --list-passes, reads the pipeline.
  /// Returns an exit code when the tool is to end, 2 for a wrong pipeline with the message printed.
  std::optional<int> prepare();
  /// The pipeline, with what the options want around every pass. After prepare(); it may be moved
  /// away, and runs while this lives.
  PassManager& manager() { return manager_; }
  /// After all models: prints the times if asked for.
  void finish();

private:
  struct Options;
  std::unique_ptr<Options> options_;
  std::unique_ptr<PassObserver> observer_;
  VerifyEach verify_each_;
  PassManager manager_;
};

} // namespace fx::tool
