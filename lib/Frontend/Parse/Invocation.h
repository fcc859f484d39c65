// From a compile command to Clang's invocation: what GCC and build systems say that a parse must
// not see is taken out, what a bare `fx-clang-trace model.cpp` does not say is filled in.
#pragma once

#include "Frontend/ClangCompat.h"
#include "Frontend/Parse/DiagnosticOutput.h"
#include "Frontend/Parse/LibTorchFolders.h"
#include "Frontend/Parse/SourceFiles.h"

#include "llvm/ADT/StringRef.h"

#include <memory>
#include <optional>
#include <string>

namespace clang::tooling {
class CompilationDatabase;
}

namespace fx::frontend {

struct Invocation {
  std::shared_ptr<clang::CompilerInvocation> compiler;
  /// The files, seen from the command's working directory.
  compat::FileSystem files;
  /// The main file as diagnostics name it.
  std::string file;
  ops::HeaderFolders libtorch;
  /// The command has -fopenmp, which Clang is not told: see refuse_openmp_of_threads().
  bool with_openmp = false;
  /// The header of libfx-runtime that the file includes; empty: none.
  std::string runtime_header;
};

/// `libtorch`: see set_libtorch(). Nothing, with an error to the output, when Clang's driver
/// refuses the command.
std::optional<Invocation> make_invocation(const clang::tooling::CompilationDatabase& database,
                                          const SourceFiles& files, llvm::StringRef file,
                                          llvm::StringRef libtorch, DiagnosticOutput& output);

} // namespace fx::frontend
