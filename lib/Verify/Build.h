// Compiling and running the programs of --verify, as the user's compile command compiles the file.
#pragma once

#include "Frontend/Parse/CompileCommand.h"
#include "fx/Verify/Verify.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fx::verify {

/// How to compile and link one program.
struct BuildCommand {
  std::string directory; // where to run the compiler
  std::string compiler;  // a path
  bool is_clang = false;
  std::vector<std::string> arguments; // without input, output, included headers and link
  std::vector<std::string> includes;  // headers that come before the source
  std::vector<std::string> link;
  std::vector<std::string> sources;            // those of the project
  std::string libtorch;                        // LibTorchInstallation::identity
  std::map<std::string, std::string> repaired; // Origin::repaired
};

/// A compiler to build with.
struct Compiler {
  std::string path; // empty: there is none
  bool is_clang = false;
  std::string absent; // the one of the compile command, in whose place this is
  std::string unfit;  // the same, and it is there

  bool is_another() const { return !absent.empty() || !unfit.empty(); }
  /// That it is another one; nothing when it is not.
  std::optional<Saying> remark() const;
};

/// The compiler of a compile command, else any that is there.
Compiler find_compiler(const frontend::CompileCommand& command, bool must_be_clang = false);
/// The arguments of the command that the compiler can read.
std::vector<std::string> words_for(const Compiler& compiler,
                                   const frontend::CompileCommand& command);
/// From the compile command of `origin`'s main file. Error: there is no compiler.
llvm::Expected<BuildCommand> build_command(const clang::tooling::CompilationDatabase& database,
                                           const Origin& origin, const Options& options,
                                           bool must_be_clang);

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

/// What to do where a program needs more.
std::string memory_hint(unsigned megabytes);

/// Runs a compiler in `directory`. Empty, or why it failed: its first messages, a line each.
std::string compile(llvm::StringRef directory, const std::vector<std::string>& command,
                    const TemporaryFolder& folder);
llvm::Error write(const std::string& file, llvm::StringRef text);
/// Runs a command in `directory`, with what it prints in Run::output. It gets `megabytes` of
/// memory; 0: as much as there is. Error: it cannot be run, was killed, or took too long.
llvm::Expected<Run> run_command(llvm::StringRef directory, const std::vector<std::string>& command,
                                const TemporaryFolder& folder, unsigned megabytes = 0);

} // namespace fx::verify
