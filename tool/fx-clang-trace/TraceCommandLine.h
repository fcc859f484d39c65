// The options that say what is traced and how.
#pragma once

#include "ExampleInputs.h"

#include "fx/Frontend/Rules.h"

namespace fx::tool {

class TraceCommandLine {
public:
  explicit TraceCommandLine(llvm::cl::OptionCategory& category);

  llvm::Expected<frontend::TraceOptions> options(const driver::PluginFinder& plugin) const;
  frontend::SessionOptions session_options(const char* program) const;
  /// The rules of --rules, in order. Error: said on stderr already.
  llvm::Expected<std::vector<RewriteRule>> rules(frontend::Session& session,
                                                 const char* program) const;
  /// The plugin that knows the LibTorch of `source`.
  driver::PluginFinder plugin(const char* program, frontend::Session& session,
                              const std::string& source) const {
    return inputs_.plugin(program, session, source);
  }

private:
  llvm::cl::opt<std::string> root_;
  llvm::cl::opt<std::string> method_;
  llvm::cl::opt<std::string> mode_;
  llvm::cl::list<std::string> leaves_;
  llvm::cl::list<std::string> wrapped_;
  llvm::cl::list<std::string> assumptions_;
  llvm::cl::opt<bool> keep_checks_;
  llvm::cl::opt<bool> strict_;
  llvm::cl::opt<std::string> state_;
  llvm::cl::opt<bool> keep_going_;
  llvm::cl::opt<std::string> cache_dir_;
  llvm::cl::opt<bool> no_cache_;
  llvm::cl::opt<std::string> libtorch_;
  llvm::cl::list<std::string> rules_;
  ExampleInputs inputs_;
};

} // namespace fx::tool
