// The standard streams, closed: what a program without a terminal may have.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <vector>

namespace fx::test {

class ClosedStreams {
public:
  ClosedStreams() {
    for (const int stream : streams) {
      saved_.push_back(::fcntl(stream, F_DUPFD_CLOEXEC, 100));
      ::close(stream);
    }
  }
  ~ClosedStreams() {
    for (size_t i = 0; i < saved_.size(); ++i) {
      ::dup2(saved_[i], streams[i]);
      ::close(saved_[i]);
    }
  }
  ClosedStreams(const ClosedStreams&) = delete;
  ClosedStreams& operator=(const ClosedStreams&) = delete;

private:
  static constexpr int streams[] = {STDOUT_FILENO, STDERR_FILENO};
  std::vector<int> saved_;
};

} // namespace fx::test
