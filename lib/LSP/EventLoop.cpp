#include "EventLoop.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <poll.h>
#include <unistd.h>

namespace fx::lsp {

EventLoop::EventLoop(int input, llvm::lsp::JSONStreamStyle style, EventHandler& handler)
    : JSONTransportInput(style), input_(input), reader_(style), handler_(handler) {}

llvm::LogicalResult EventLoop::read(std::string& json) {
  while (true) {
    if (!pending_) pending_ = reader_.next();
    if (pending_ && !handler_.is_busy()) {
      json = std::move(*pending_);
      pending_.reset();
      return llvm::success();
    }
    if (has_error_ || (is_at_end_ && !pending_)) return llvm::failure();
    wait();
  }
}

void EventLoop::wait() {
  const bool reads_input = !pending_ && !is_at_end_;
  std::vector<pollfd> polled{{reads_input ? input_ : -1, POLLIN, 0}};
  for (const int descriptor : handler_.descriptors())
    polled.push_back({descriptor, POLLIN, 0});
  int milliseconds = -1;
  const auto deadline = handler_.deadline();
  if (deadline) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(
        *deadline - EventHandler::TimePoint::clock::now());
    milliseconds = static_cast<int>(std::clamp<int64_t>(left.count(), 0, 60'000));
  }
  const int ready = poll(polled.data(), polled.size(), milliseconds);
  if (ready < 0 && errno != EINTR) has_error_ = true;
  if (ready > 0)
    for (const pollfd& each : llvm::drop_begin(polled))
      if (each.revents != 0) handler_.on_readable(each.fd);
  if (ready > 0 && polled[0].revents != 0) read_input();
  if (deadline && *deadline <= EventHandler::TimePoint::clock::now()) handler_.on_deadline();
}

void EventLoop::read_input() {
  std::array<char, 65536> buffer;
  const ssize_t count = ::read(input_, buffer.data(), buffer.size());
  if (count < 0) {
    has_error_ = errno != EINTR && errno != EAGAIN;
    return;
  }
  if (count == 0) {
    is_at_end_ = true;
    reader_.end();
    pending_ = reader_.next();
  }
  reader_.add({buffer.data(), static_cast<size_t>(count)});
}

} // namespace fx::lsp
