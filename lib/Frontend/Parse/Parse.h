// Parsing one source file: compile command, header cache, Clang; then a call with the live AST.
#pragma once

#include "Frontend/Parse/DiagnosticOutput.h"
#include "Frontend/Parse/ParseErrors.h"
#include "Frontend/Parse/Repairs.h"
#include "fx/Frontend/Trace.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <string>

namespace clang {
class CompilerInstance;
}
namespace clang::tooling {
class CompilationDatabase;
}

namespace fx::frontend {

/// A definition that another file has too.
struct Clash {
  std::string file; // of the second definition
  /// Its name when it belongs to that file alone (static, in an unnamed namespace): it can be given
  /// another one. Else empty.
  std::string own_name;
};

struct ParseRequest {
  std::string file;
  /// More files, read behind the first as if it included them: absolute paths.
  std::vector<std::string> more_files;
  /// Folders to look for headers in, after those of the compile commands.
  std::vector<std::string> folders;
  /// Source text appended to the main file, as if the user had typed it below the last line. Its
  /// locations print as "<appended_name>:line:column".
  std::string appended;
  std::string appended_name;
  /// Appended instead when `appended` does not compile; if that fails too, the diagnostics are
  /// those of `appended`.
  std::string appended_alternative;
  HeaderCacheOptions header_cache;
  /// What was repaired in these files so far; parsing adds to it.
  Repairs* repairs = nullptr;
  /// By file: what its own names are to be replaced by while it is read.
  std::map<std::string, std::map<std::string, std::string>> renamed;
  /// ParseOptions::edited_files.
  std::map<std::string, std::string> edited_files;
  /// Set with Outcome::NotTogether.
  std::vector<Clash>* clashes = nullptr;
};

/// What became of the file's models.
enum class Outcome : uint8_t {
  Traced,
  Failed,
  NothingFound,
  /// The files define something twice: they do not belong to one program, and have to be read one
  /// by one.
  NotTogether,
  /// Nothing was said yet: there are more files to read first.
  Again,
};
using OnAst = llvm::function_ref<Outcome(clang::CompilerInstance&, const ParseErrors&)>;

/// Parses and calls `on_ast` while Sema is still alive (so that initialisations can be checked
/// against the user's types), also when the file has errors: they may lie outside of what is
/// traced. Returns what that did. What there is to say goes to `output`; warnings of the user's own
/// code are left out. Errors that were passed over are said in one line; when nothing to trace was
/// found they may be the reason, and are shown.
Outcome parse(const clang::tooling::CompilationDatabase& database, const ParseRequest& request,
              DiagnosticOutput& output, OnAst on_ast);

/// True when `path` lies in LibTorch's or the system's headers: bodies there are not parsed.
bool is_library_header(const clang::CompilerInstance& compiler, llvm::StringRef path);

} // namespace fx::frontend
