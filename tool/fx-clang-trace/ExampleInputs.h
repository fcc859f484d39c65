// --input: example inputs, and the plugin that runs nodes on them.
#pragma once

#include "fx/Analysis/ExampleTypes.h"
#include "fx/Frontend/Trace.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

namespace fx::tool {

/// What --input gave a placeholder of a traced model, as `kernels` hold it; null when it gave none.
ExampleTypes::InputOf example_of(std::shared_ptr<ops::Kernels> kernels);

class ExampleInputs {
public:
  explicit ExampleInputs(llvm::cl::OptionCategory& category);

  /// Fills in the inputs and what they need. The plugin is opened only when there are some.
  llvm::Error add_to(frontend::TraceOptions& options, const char* program) const;
  /// The file of the plugin that knows LibTorch.
  std::string plugin(const char* program) const;

private:
  llvm::cl::list<std::string> inputs_;
  llvm::cl::opt<std::string> kernels_;
};

} // namespace fx::tool
