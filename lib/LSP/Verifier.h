// A comparison of a model with its program, which takes half a minute: in a process of its own, so
// that traces go on meanwhile.
#pragma once

#include "CommandProtocol.h"
#include "TraceProtocol.h"
#include "WorkerProcess.h"

#include "llvm/ADT/FunctionExtras.h"

#include <optional>
#include <string>
#include <vector>

namespace fx::lsp {

class Verifier {
public:
  using Take = llvm::unique_function<void(const CommandAnswer&)>;

  bool is_running() const { return process_.has_value(); }
  /// What on_readable() reads from; -1: it does not run.
  int descriptor() const { return process_ ? process_->descriptor() : -1; }

  /// Starts the process, a worker, and asks it, while none runs; `texts` count in the place of
  /// files. `take` gets the answer, or that it could not be started, or how it ended.
  void start(std::vector<std::string> command, const std::vector<FileText>& texts,
             const CommandRequest& request, Take take);
  void on_readable();

private:
  std::optional<WorkerProcess> process_;
  Take take_;
};

} // namespace fx::lsp
