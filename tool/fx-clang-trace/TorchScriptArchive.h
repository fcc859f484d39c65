// --emit=torchscript -o NAME.pt: an archive instead of source.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Support/Error.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace fx::tool {

class TorchScriptArchive {
public:
  explicit TorchScriptArchive(llvm::cl::OptionCategory& category);

  /// Whether the output is to be an archive. Error: --weights asks for one and the rest does not.
  llvm::Expected<bool> is_wanted(llvm::StringRef emitter, llvm::StringRef output) const;
  /// The archive of the one model that was traced; `sources` is what the emitter wrote. `plugin`
  /// knows LibTorch.
  Expected<std::string> make(const std::vector<TracedModule>& modules,
                             const std::vector<std::string>& sources,
                             const std::string& plugin) const;

private:
  llvm::cl::opt<std::string> weights_;
};

} // namespace fx::tool
