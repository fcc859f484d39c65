// Compiling and running the programs of --verify, as the user's compile command compiles the file.
#pragma once

#include "fx/Verify/Verify.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace fx::verify {

/// How to compile and link one program.
struct BuildCommand {
  std::string directory; // where to run the compiler
  std::string compiler;  // a path
  bool is_clang = false;
  std::vector<std::string> arguments; // without input, output and link
  std::vector<std::string> link;
};

/// From the compile command of `origin`'s main file. Error: there is no compiler.
llvm::Expected<BuildCommand> build_command(const clang::tooling::CompilationDatabase& database,
                                           const Origin& origin, const Options& options);

struct Run {
  int code = 0;
  std::string output;
};

/// Builds the program in a temporary folder, runs it and removes it. The text is compiled behind
/// Verification.h. Error: it does not compile or link, with the compiler's first messages.
llvm::Expected<Run> build_and_run(const BuildCommand& command, const std::string& program,
                                  const Options& options);

} // namespace fx::verify
