// How a file is compiled: an entry of a compilation database as plain words. The parse, the
// programs of --verify and the plugin of kernels all begin from here.
#pragma once

#include "fx/Support/Error.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string>
#include <vector>

namespace clang::tooling {
class CompilationDatabase;
}

namespace fx::frontend {

struct CompileCommand {
  /// Where it runs, absolute; the working directory where no command says another.
  std::string directory;
  bool directory_is_gone = false;
  /// As it is named, "g++" or an absolute path; empty: no compiler is named.
  std::string compiler;
  /// Behind the compiler, without source, output, dependency files and precompiled headers of
  /// another compiler. What response files hold stands in their place.
  std::vector<std::string> arguments;
  /// The file whose command it is, where the one asked for has none.
  std::string taken_from;
};

/// The first entry of `file`; else that of a file which includes it, as a unity build's does; else
/// that of the most similar file; else one without arguments. Error: another kind of compiler, or a
/// response file that is not there.
Expected<CompileCommand> find_compile_command(const clang::tooling::CompilationDatabase& database,
                                              llvm::vfs::FileSystem& files, llvm::StringRef file);

} // namespace fx::frontend
