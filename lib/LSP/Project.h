// A file that is traced again and again as it is edited, with all that is kept between the traces:
// compile commands, configuration, what was parsed, and inputs that were found for its models.
#pragma once

#include "TraceProtocol.h"

#include "fx/Check/Check.h"
#include "fx/Driver/CompileCommands.h"
#include "fx/Driver/Config.h"
#include "fx/Driver/TraceWithInputs.h"
#include "fx/LSP/Worker.h"
#include "fx/Support/FileStamp.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace fx::lsp {

/// Whether a trace runs its nodes on example inputs.
enum class Examples : uint8_t { None, All };

class Project {
public:
  Project(std::string file, const WorkerOptions& options, const ProgressSink& progress);

  frontend::Session& session() { return *session_; }
  /// What relative names of files begin at.
  const std::string& directory() const { return directory_; }
  /// The models of the file, not traced yet, with the inputs that traces found or without any.
  /// `root`: the one of them that is wanted; empty: all.
  driver::Models models(PassManager passes, TraceModes modes, Examples examples,
                        std::stop_token stop = {}, const std::string& root = {}) const;
  /// The rule sets that can be named: the ready ones, and those of the .fx-clang.
  const std::vector<std::string>& rule_sets() const { return rule_sets_; }
  Expected<std::string> rules_file(const std::string& name) const { return find_rules_(name); }
  /// Whether its .fx-clang and compile_commands.json are as they were read.
  bool is_current() const;

  /// What is shown of the models of the file, which is empty where there is no LibTorch in it.
  /// `stop`: then only TraceAnswer::is_cancelled counts.
  TraceAnswer trace(TraceModes modes, const std::stop_token& stop);

private:
  /// The compile_commands.json that counts now; empty: there is none.
  std::string compile_commands() const;

  std::string file_;
  std::optional<FileStamp> config_stamp_;
  std::vector<std::string> command_folders_; // where a compile_commands.json may be, nearest first
  std::optional<FileStamp> commands_stamp_;
  std::vector<Diagnostic> problems_; // of configuration and compile commands
  std::unique_ptr<clang::tooling::CompilationDatabase> database_;
  std::unique_ptr<frontend::Session> session_;
  std::unique_ptr<driver::TraceWithInputs> traces_;
  frontend::TraceOptions trace_options_;
  std::string directory_;
  bool has_libtorch_ = false;
  driver::PluginFinder plugin_;
  check::Selection checks_;
  std::vector<std::string> rule_sets_;
  std::function<Expected<std::string>(const std::string&)> find_rules_;
};

} // namespace fx::lsp
