// --rewrite: what passes change, changed in the user's own files.
#pragma once

#include "PassPipeline.h"
#include "VerifyModels.h"

#include "fx/Frontend/Session.h"

#include "llvm/Support/CommandLine.h"

namespace fx::tool {

class RewriteSources {
public:
  explicit RewriteSources(llvm::cl::OptionCategory& category);

  bool is_wanted() const {
    return rewrite_.getNumOccurrences() > 0 || in_place_ || !export_fixes_.empty();
  }
  /// Traces, runs the passes, and writes a diff to `output`, or the files, or a file of fixes. The
  /// edited source is traced again and has to give the changed graph; with --verify it is compiled
  /// and run beside the original, too. Returns the exit code.
  int run(frontend::Session& session, const std::vector<std::string>& sources,
          frontend::TraceOptions options, PassPipeline& pipeline, const std::string& plugin,
          const VerifyModels& verify, llvm::StringRef output) const;

private:
  enum class Kind : uint8_t { Edits, Method };
  llvm::cl::opt<Kind> rewrite_;
  llvm::cl::opt<bool> in_place_;
  llvm::cl::opt<std::string> export_fixes_;
};

} // namespace fx::tool
