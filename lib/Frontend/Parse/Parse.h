// Parsing one source file: compile command, header cache, Clang; then a call with the live AST.
#pragma once

#include "fx/Frontend/Trace.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

namespace clang {
class CompilerInstance;
}
namespace clang::tooling {
class CompilationDatabase;
}

namespace fx::frontend {

struct ParseRequest {
  std::string file;
  /// Source text appended to the main file, as if the user had typed it below the last line. Its
  /// locations print as "<appended_name>:line:column".
  std::string appended;
  std::string appended_name;
  /// Appended instead when `appended` does not compile; if that fails too, the diagnostics are
  /// those of `appended`.
  std::string appended_alternative;
  HeaderCacheOptions header_cache;
};

/// Parses and, when Clang found no error, calls `on_ast` while Sema is still alive (so that
/// initialisations can be checked against the user's types). Returns false when the file could not
/// be parsed or `on_ast` reported an error through the CompilerInstance's diagnostics. All
/// diagnostics go to stderr in Clang's form; warnings of the user's own code are not shown.
bool parse(const clang::tooling::CompilationDatabase& database, const ParseRequest& request,
           llvm::function_ref<void(clang::CompilerInstance&)> on_ast);

/// True when `path` lies in LibTorch's or the system's headers: bodies there are not parsed.
bool is_library_header(const clang::CompilerInstance& compiler, llvm::StringRef path);

} // namespace fx::frontend
