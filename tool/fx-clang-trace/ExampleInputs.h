// --input: example inputs, and the plugin that runs nodes on them.
#pragma once

#include "fx/Frontend/Trace.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

namespace fx::tool {

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
