// Compiling and running the programs of --verify, as the user's compile command compiles the file.
#pragma once

#include "fx/Verify/Verify.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <map>
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
  std::string libtorch;                        // LibTorchInstallation::identity
  std::map<std::string, std::string> repaired; // Origin::repaired
};

/// The compiler of a compile command, else any that is there; empty: there is none.
std::string compiler_of(const std::vector<std::string>& command);
/// From the compile command of `origin`'s main file. Error: there is no compiler.
llvm::Expected<BuildCommand> build_command(const clang::tooling::CompilationDatabase& database,
                                           const Origin& origin, const Options& options);

/// A folder that is removed with all that is in it.
class TemporaryFolder {
public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  /// The path of a file in it.
  std::string file(llvm::StringRef name) const;

private:
  llvm::SmallString<128> folder_;
};

struct Run {
  int code = 0;
  std::string output;
};

/// Builds the program in `folder` and runs it with `arguments`. The text is compiled behind
/// Verification.h. Error: it does not compile or link, with the compiler's first messages.
llvm::Expected<Run> build_and_run(const BuildCommand& command, const std::string& program,
                                  const Options& options, const TemporaryFolder& folder,
                                  const std::vector<std::string>& arguments = {});

/// Runs a compiler in `directory`. Empty, or why it failed: its first messages, a line each.
std::string compile(llvm::StringRef directory, const std::vector<std::string>& command,
                    const TemporaryFolder& folder);
llvm::Error write(const std::string& file, llvm::StringRef text);
/// Runs a command in `directory`, with what it prints in Run::output. Error: it cannot be run, was
/// killed, or took too long.
llvm::Expected<Run> run_command(llvm::StringRef directory, const std::vector<std::string>& command,
                                const TemporaryFolder& folder);

} // namespace fx::verify
