// The lock of an entry of the cache folder.
#pragma once

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <unistd.h>

namespace fx::frontend {

/// Held while an entry is made. A child process inherits it; the kernel lets go of it when the last
/// process that has it is gone, however it ends.
class EntryLock {
public:
  explicit EntryLock(const std::string& file)
      : descriptor_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {}
  EntryLock(const EntryLock&) = delete;
  EntryLock& operator=(const EntryLock&) = delete;
  // Closed, not unlocked: a child that was started under the lock keeps it.
  ~EntryLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  int descriptor() const { return descriptor_; }
  bool try_lock() { return descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0; }
  bool wait() {
    while (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX) != 0)
      if (errno != EINTR) return false;
    return descriptor_ >= 0;
  }

private:
  int descriptor_;
};

} // namespace fx::frontend
