// From names of files to a parsed unit: compile command, header cache, Clang, repairs.
#pragma once

#include "Frontend/Parse/DiagnosticOutput.h"
#include "Frontend/Parse/HeaderCache.h"
#include "Frontend/Parse/ParsedUnit.h"
#include "Frontend/Parse/Repairs.h"
#include "Frontend/Parse/SourceFiles.h"

#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace clang::tooling {
class CompilationDatabase;
}

namespace fx::frontend {

/// What is read as one unit.
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
  /// What is known to need a repair, from an earlier parse.
  Repairs repairs;
  /// By file: what its own names are to be replaced by while it is read.
  std::map<std::string, std::map<std::string, std::string>> renamed;
};

/// What a parse needs besides.
struct ParseContext {
  const clang::tooling::CompilationDatabase& database;
  const SourceFiles& files;
  HeaderCache& header_cache;
  DiagnosticOutput& output;
  /// Where what is made of a LibTorch is kept; empty: nowhere.
  std::string cache_folder;
  /// SessionOptions::libtorch, as an absolute path.
  std::string libtorch;
  /// SessionOptions::runtime_headers.
  const std::vector<std::string>& runtime_headers;
  bool disable_free = false;
  std::stop_token stop;
};

/// Parses, at most four times: a second time when the precompiled header turns out not to fit, and
/// twice more to tell who is to blame for an error in the appended text. A file that has errors
/// gives a unit too: they may lie outside of what is traced. Null, with a message to the output:
/// the file cannot be read, or its compile command is wrong. Warnings of the user's own code are
/// left out.
std::unique_ptr<ParsedUnit> parse(const ParseRequest& request, const ParseContext& context);

} // namespace fx::frontend
