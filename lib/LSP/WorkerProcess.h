// The process that traces for the server. Clang and LibTorch's kernels may crash on a text that is
// half typed; then this process ends, is started again, and the server goes on.
#pragma once

#include "MessageReader.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <string>
#include <sys/types.h>
#include <vector>

namespace fx::lsp {

class WorkerProcess {
public:
  /// `command`: the program and its arguments. It reads messages from its standard input, and
  /// writes them to its standard output; what it writes to its error stream goes to this process's.
  explicit WorkerProcess(std::vector<std::string> command) : command_(std::move(command)) {}
  ~WorkerProcess() { stop(); }
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  /// Starts it when it does not run. Error: the program cannot be started.
  llvm::Error start();
  bool is_running() const { return process_ > 0; }
  /// What to wait for before read(); -1: it does not run.
  int descriptor() const { return output_; }

  /// Sends a notification; nothing when it does not run.
  void notify(llvm::StringRef method, llvm::json::Value params);
  /// Reads what it has written, and gives each whole message to `take`. False: it has ended.
  bool read(llvm::function_ref<void(const llvm::json::Value&)> take);
  /// How it ended: "signal 11 (Segmentation fault)", "exit code 1".
  const std::string& end() const { return end_; }

private:
  /// Ends it, and waits for it.
  void stop();

  std::vector<std::string> command_;
  pid_t process_ = 0;
  int input_ = -1, output_ = -1;
  MessageReader reader_{llvm::lsp::JSONStreamStyle::Standard};
  std::string end_;
};

} // namespace fx::lsp
