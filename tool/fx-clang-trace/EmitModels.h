// --emit: traced models as graphs, code, tables and pictures.
#pragma once

#include "JsonReport.h"
#include "PassPipeline.h"
#include "TorchScriptArchive.h"
#include "VerifyModels.h"

#include "fx/CodeGen/Emitter.h"
#include "fx/Frontend/Session.h"

#include "llvm/Support/CommandLine.h"

namespace fx::tool {

class EmitModels {
public:
  explicit EmitModels(llvm::cl::OptionCategory& category);

  /// Finds the emitter. Error: the options do not go together.
  llvm::Error prepare();
  /// Whether --emit or -o were given.
  bool is_asked_for() const {
    return emit_.getNumOccurrences() > 0 || output_.getNumOccurrences() > 0;
  }
  llvm::StringRef output() const { return output_; }
  /// Traces, runs the passes, writes. Returns the exit code. `plugin` knows LibTorch. With --verify
  /// it writes what was asked for only if that computes what the original does.
  int run(frontend::Session& session, const std::vector<std::string>& sources,
          const frontend::TraceOptions& options, PassPipeline& pipeline, const std::string& plugin,
          const VerifyModels& verify);

private:
  /// The C++ or Python of several models in one text.
  static std::string joined_code(const std::vector<TracedModule>& modules,
                                 const std::vector<std::string>& parts, bool is_cpp);
  /// Puts into the tasks of --verify what is written. False: an error, which is on the screen.
  bool give_texts(std::vector<VerifyModels::Task>& tasks, const std::vector<TracedModule>& modules,
                  const EmitOptions& how, const std::string& text) const;
  /// Parts in one text, or in the form the emitter wants.
  llvm::Expected<std::string> joined(const frontend::TraceResult& traced,
                                     std::vector<std::string> parts, const std::string& plugin);

  std::string description_;
  llvm::cl::opt<std::string> emit_;
  llvm::cl::opt<std::string> output_;
  llvm::cl::opt<std::string> class_name_;
  llvm::cl::opt<bool> print_locations_;
  llvm::cl::opt<bool> print_meta_;
  TorchScriptArchive archive_;
  const Emitter* emitter_ = nullptr;
  bool is_archive_ = false;
  JsonReport report_;
};

} // namespace fx::tool
