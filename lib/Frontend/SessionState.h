// What a session holds: its files, its header cache, and what it read last.
#pragma once

#include "Frontend/Bodies.h"
#include "Frontend/Parse/Parse.h"
#include "Frontend/Roots/Find.h"
#include "fx/Frontend/Session.h"

#include <map>
#include <optional>
#include <set>
#include <span>

namespace fx::frontend {

/// What the text before the last edit was read with. The unit has all these files, and a trace is
/// shown those that the search has come to, which takes one parse where the search takes one for
/// each step. Empty: the unit has what the search has found.
struct ReadAhead {
  std::vector<std::string> files;
  std::vector<std::string> folders;
};

/// Files that are read together, and the unit that they make.
struct Reading {
  Reading(const SessionState& session, std::vector<std::string> named_files,
          std::string named_root);

  std::vector<std::string> named; // by the user
  std::string root;
  /// The expressions of TraceOptions::models.
  std::vector<std::string> model_roots;
  /// Those of the comments, and which of both the unit has behind its text.
  std::vector<ModelOptions> noted_models;
  std::vector<size_t> appended_models;
  int num_appended = 0; // how often that changed
  size_t version;       // of the session's files
  BodySearch search;
  ReadAhead ahead;
  ParseRequest request;
  std::unique_ptr<ParsedUnit> unit; // null: not parsed yet, or it cannot be
  RootCandidates roots;
  /// False: the last trace lacked what a file may have that is written meanwhile.
  bool is_complete = true;
};

struct SessionState {
  SessionState(const clang::tooling::CompilationDatabase& database, SessionOptions options)
      : database(database), options(std::move(options)), files(this->options.directory),
        header_cache(this->options.header_cache) {}

  /// See parse().
  std::unique_ptr<ParsedUnit> parse(const ParseRequest& request, DiagnosticOutput& output,
                                    const std::stop_token& stop);

  /// SessionOptions::libtorch, as an absolute path.
  std::string wanted_libtorch() const;

  const clang::tooling::CompilationDatabase& database;
  SessionOptions options;
  SourceFiles files;
  HeaderCache header_cache;
  std::optional<Reading> last;
  std::map<std::string, std::set<std::string>> files_read; // by the source that was parsed
  size_t num_parses = 0;
};

/// What there is to say of a unit after a trace: what was repaired, and errors of the parse that
/// are not among what was `said`. Where `nothing_found`, those may be the reason, and are all said.
void report_errors(const ParsedUnit& unit, bool nothing_found, std::span<const fx::Diagnostic> said,
                   DiagnosticOutput& output);

} // namespace fx::frontend
