// The options that say what is read: files, standard input, LibTorch and its precompiled headers.
#pragma once

#include "fx/Frontend/Session.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace fx::tool {

class SessionCommandLine {
public:
  explicit SessionCommandLine(llvm::cl::OptionCategory& category);

  frontend::SessionOptions options(const char* program) const;
  /// The sources, with the file that standard input is taken for in the place of "-". Error:
  /// standard input is not the only one, or has no name.
  llvm::Expected<std::vector<std::string>> sources() const;
  bool reads_standard_input() const;
  /// Gives the session what standard input has, if a source is "-". Error: it cannot be read.
  llvm::Error read_standard_input(frontend::Session& session) const;
  /// Where each source stands among the arguments of the program.
  std::vector<unsigned> positions() const;

private:
  llvm::cl::list<std::string> sources_;
  llvm::cl::opt<std::string> assumed_name_;
  llvm::cl::opt<std::string> cache_dir_;
  llvm::cl::opt<unsigned> cache_size_;
  llvm::cl::opt<bool> no_cache_;
  llvm::cl::opt<std::string> libtorch_;
};

} // namespace fx::tool
