// --kernels: the plugin that runs graphs, for tools that read graphs.
#pragma once

#include "fx/Ops/Kernels.h"

#include "llvm/Support/CommandLine.h"

namespace fx::tool {

class KernelsCommandLine {
public:
  explicit KernelsCommandLine(llvm::cl::OptionCategory& category);
  /// Opens the plugin when it is first needed, and once. `program` is what the tool was started as;
  /// this outlives the opener.
  ops::KernelsOpener opener(const char* program) const;

private:
  llvm::cl::opt<std::string> file_;
};

} // namespace fx::tool
