// The half of fx-clang-lsp that speaks with an editor: it holds the texts as they are typed, has
// them traced by a worker process, and shows what came of it last, moved along with the edits.
#pragma once

#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace fx::lsp {

struct ServerOptions {
  /// The command of the worker, whose main calls run_worker(). Settings of the client add
  /// --compile-commands-dir and --extra-arg.
  std::vector<std::string> worker;
  /// The descriptor that requests are read from.
  int input;
  llvm::raw_ostream& output;
  /// For tests: messages are separated by lines `// -----`, and each is read when all that came of
  /// those before it is written.
  bool lit_test = false;
};

/// Serves until the client says exit. Returns the exit code of the process: 1 where the client
/// went without a shutdown, or the worker cannot be started.
int run_server(const ServerOptions& options);

} // namespace fx::lsp
