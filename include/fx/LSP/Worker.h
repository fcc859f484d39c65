// The half of fx-clang-lsp that traces: a process of its own, which keeps what was parsed and
// LibTorch's kernels, and may crash without taking the server down.
#pragma once

#include "fx/Driver/Model.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace fx::lsp {

/// Told what has begun that takes long, and when it has ended.
using ProgressSink = std::function<void(const std::string& text, bool is_ended)>;

struct WorkerOptions {
  frontend::SessionOptions session;
  /// Where compile_commands.json is; empty: in a folder above each file.
  std::string compile_commands_dir;
  /// What the compiler is told besides, of all files.
  std::vector<std::string> extra_arguments;
  /// Finds the plugin that knows the LibTorch of a file.
  std::function<driver::PluginFinder(frontend::Session& session, const std::string& file,
                                     const ProgressSink& progress)>
      plugin;
  /// The names of the rule sets that are ready, and the file of one or of a name in a .fx-clang.
  std::vector<std::string> rule_sets;
  std::function<Expected<std::string>(const std::string& name)> rules_file;
};

/// Takes messages of lib/LSP/TraceProtocol.h from `input`, and writes the answers to `output`,
/// until its input ends.
void run_worker(const WorkerOptions& options, std::FILE* input, llvm::raw_ostream& output);

} // namespace fx::lsp
