// --input: example inputs, and the plugin that runs nodes on them.
#pragma once

#include "fx/Driver/Model.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

namespace fx::tool {

class ExampleInputs {
public:
  explicit ExampleInputs(llvm::cl::OptionCategory& category);

  /// Fills in the inputs and what they need. The plugin is opened only when there are some.
  llvm::Error add_to(frontend::TraceOptions& options, const driver::PluginFinder& plugin) const;
  /// The plugin that knows the LibTorch of `source`; it may have to be built. The session outlives
  /// what is returned.
  driver::PluginFinder plugin(const char* program, frontend::Session& session,
                              const std::string& source) const;

private:
  llvm::cl::list<std::string> inputs_;
  llvm::cl::opt<std::string> kernels_;
};

} // namespace fx::tool
