// What a server waits for at once, in one thread: the next message of its client, what other
// processes write, and a point in time. It is the input of a llvm::lsp::JSONTransport, which asks
// for a message and meanwhile lets the others happen; so nothing needs a lock.
#pragma once

#include "MessageReader.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace fx::lsp {

class EventHandler {
public:
  using TimePoint = std::chrono::steady_clock::time_point;

  virtual ~EventHandler() = default;
  /// What on_readable() reads from.
  virtual std::vector<int> descriptors() const = 0;
  virtual void on_readable(int descriptor) = 0;
  /// When on_deadline() is to be called; nothing: not at all.
  virtual std::optional<TimePoint> deadline() const = 0;
  virtual void on_deadline() = 0;
  /// Whether the client's next message has to wait: where each is to see what came of those before.
  virtual bool is_busy() const = 0;
};

class EventLoop : public llvm::lsp::JSONTransportInput {
public:
  /// `input` is read and not closed. The handler outlives this.
  EventLoop(int input, llvm::lsp::JSONStreamStyle style, EventHandler& handler);

  bool hasError() const override { return has_error_; }
  bool isEndOfInput() const override { return is_at_end_ && !pending_; }
  llvm::LogicalResult readDelimitedMessage(std::string& json) override { return read(json); }
  llvm::LogicalResult readStandardMessage(std::string& json) override { return read(json); }

private:
  llvm::LogicalResult read(std::string& json);
  /// Waits until one of the things has happened.
  void wait();
  void read_input();

  int input_;
  MessageReader reader_;
  EventHandler& handler_;
  std::optional<std::string> pending_; // read, and not yet handed out
  bool is_at_end_ = false;
  bool has_error_ = false;
};

} // namespace fx::lsp
