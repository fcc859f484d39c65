// The options about passes that fx-opt and fx-clang-trace share, and what they do.
#pragma once

#include "fx/IR/RewriteRule.h"
#include "fx/Passes/PassManager.h"

#include "llvm/Support/CommandLine.h"

namespace fx::tool {

class PassObserver;

/// Declares --passes, --verify-each, --print-before and the rest of them in a category.
class PassPipeline {
public:
  explicit PassPipeline(llvm::cl::OptionCategory& category);
  ~PassPipeline();

  /// After the command line was parsed: loads plugins, answers --list-passes, reads the pipeline.
  /// Returns an exit code when the tool is to end, 2 for a wrong pipeline with the message printed.
  std::optional<int> prepare();
  /// Rules to apply where the pipeline says so, else before the passes. After prepare().
  void set_rules(std::vector<RewriteRule> rules);
  /// The models were traced on example inputs: PassManager::set_examples.
  void set_examples(std::shared_ptr<ops::Kernels> kernels, ExampleTypes::InputOf input_of) {
    manager_.set_examples(std::move(kernels), std::move(input_of));
  }
  /// Runs the pipeline on one model.
  std::optional<Error> run(TracedModule& module, PassManager::RemarkHandler remark);
  /// Runs the pipeline on a model that was traced: messages point at the user's source. False when
  /// an error was reported.
  bool run_on_traced(TracedModule& module);
  /// After all models: prints the times if asked for.
  void finish();

private:
  struct Options;
  std::unique_ptr<Options> options_;
  std::unique_ptr<PassObserver> observer_;
  PassManager manager_;
  std::vector<RewriteRule> rules_;
};

} // namespace fx::tool
