// The options that say what is traced and how.
#pragma once

#include "ExampleInputs.h"

#include "fx/Frontend/Rules.h"

namespace fx::tool {

class TraceCommandLine {
public:
  explicit TraceCommandLine(llvm::cl::OptionCategory& category);

  llvm::Expected<frontend::TraceOptions> options(const char* program) const;
  frontend::SessionOptions session_options(const char* program) const;
  /// The rules of --rules, in order. Error: said on stderr already.
  llvm::Expected<std::vector<RewriteRule>> rules(frontend::Session& session,
                                                 const char* program) const;
  /// The file of the plugin that knows LibTorch.
  std::string plugin(const char* program) const { return inputs_.plugin(program); }

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
