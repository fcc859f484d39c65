// --emit: traced models as graphs, code, tables and pictures.
#pragma once

#include "EmitCommandLine.h"
#include "JsonReport.h"
#include "PassCommandLine.h"
#include "VerifyModels.h"

#include "fx/Driver/Emit.h"

#include "llvm/Support/CommandLine.h"

namespace fx::tool {

class EmitModels {
public:
  explicit EmitModels(llvm::cl::OptionCategory& category);

  /// Finds the emitter. Error: the options do not go together.
  llvm::Error prepare();
  llvm::StringRef output() const { return output_; }
  /// Traces, runs the passes, writes. Returns the exit code. With --verify it writes what was asked
  /// for only if that computes what the original does.
  int run(driver::Models& models, PassCommandLine& passes, const VerifyModels& verify,
          Verbosity verbosity);

private:
  /// Whether --emit or -o were given.
  bool is_asked_for() const { return emit_.is_asked_for() || output_.getNumOccurrences() > 0; }
  bool is_document() const { return emitter_->join == Join::Document; }
  /// Says the error, in the document too if one is written. Returns the exit code.
  int fail(const driver::Models& models, const fx::Error& error);
  /// False: nothing is to be written, and why is on the screen.
  bool trace(driver::Models& models, Verbosity verbosity);
  /// What is written of the models.
  fx::Expected<std::string> text(const driver::Emission& emission,
                                 const driver::Models& models) const;
  /// False: it does not compute what the original does, or an error; which is on the screen.
  static bool verify(driver::Verification& verification, const driver::Emission& emission,
                     const std::string& text, Verbosity verbosity);

  EmitCommandLine emit_;
  llvm::cl::opt<std::string> output_;
  llvm::cl::opt<std::string> weights_;
  const Emitter* emitter_ = nullptr;
  bool is_archive_ = false;
  JsonReport report_;
};

} // namespace fx::tool
