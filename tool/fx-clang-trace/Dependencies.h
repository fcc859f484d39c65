// --depfile: what a build system has to look at before it takes an output for current.
#pragma once

#include "fx/Driver/Config.h"
#include "fx/Frontend/Session.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

namespace fx::tool {

class Dependencies {
public:
  explicit Dependencies(llvm::cl::OptionCategory& category);

  /// Error: there is no output that could depend on anything.
  llvm::Error prepare(llvm::StringRef output) const;
  /// Writes a rule for `output`, in make's notation: the files that the session has read, and the
  /// configuration. Nothing where it is not asked for.
  llvm::Error write(llvm::StringRef output, const frontend::Session& session,
                    const driver::Config& config) const;

private:
  llvm::cl::opt<std::string> file_;
};

} // namespace fx::tool
