// The options that say what is traced and how.
#pragma once

#include "ExampleInputs.h"
#include "TerminalSink.h"

#include "fx/Driver/Config.h"
#include "fx/Frontend/Rules.h"

namespace fx::tool {

class TraceCommandLine {
public:
  explicit TraceCommandLine(llvm::cl::OptionCategory& category);

  /// What the command line says, and the configuration besides, of models in `sources`.
  llvm::Expected<frontend::TraceOptions> options(const driver::PluginFinder& plugin,
                                                 const driver::Config& config,
                                                 const std::vector<std::string>& sources) const;
  /// The files of --rules, else those of the configuration, in order.
  llvm::Expected<std::vector<std::string>> rules_files(const char* program,
                                                       const driver::Config& config) const;
  /// The plugin that knows the LibTorch of `source`.
  driver::PluginFinder plugin(const char* program, frontend::Session& session,
                              const std::string& source) const {
    return inputs_.plugin(program, session, source);
  }

  bool keeps_going() const { return keep_going_; }

private:
  std::vector<std::string> rules_or(const std::vector<std::string>& configured) const {
    return rules_.empty() ? configured : std::vector<std::string>(rules_.begin(), rules_.end());
  }

  llvm::cl::opt<std::string> root_;
  llvm::cl::opt<std::string> method_;
  llvm::cl::opt<std::string> mode_;
  llvm::cl::list<std::string> leaves_;
  llvm::cl::list<std::string> wrapped_;
  llvm::cl::list<std::string> assumptions_;
  llvm::cl::list<std::string> configs_;
  llvm::cl::opt<bool> keep_checks_;
  llvm::cl::opt<bool> strict_;
  llvm::cl::opt<std::string> state_;
  llvm::cl::opt<bool> keep_going_;
  llvm::cl::list<std::string> rules_;
  ExampleInputs inputs_;
};

} // namespace fx::tool
