#include "Frontend/Parse/Undamaged.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <fmt/format.h>
#include <sys/stat.h>

namespace fx::frontend {

namespace {

std::string contents(const std::string& file) {
  // A file of /proc has no size.
  auto buffer = llvm::MemoryBuffer::getFileAsStream(file);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

/// What changes when the file may have: nobody sets the time of the last change of a file's status.
/// Empty: it cannot be told.
std::string state_of(const std::string& file) {
  struct ::stat status{};
  const std::string start = contents("/proc/sys/kernel/random/boot_id");
  if (start.empty() || ::stat(file.c_str(), &status) != 0) return {};
  return fmt::format("{} {}.{} {}", status.st_ino, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
                     start);
}

} // namespace

std::optional<uint64_t> checksum_of(const std::string& file) {
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer) return std::nullopt;
  return llvm::xxh3_64bits((*buffer)->getBuffer());
}

bool is_undamaged(const std::string& file, uint64_t checksum, const std::string& note) {
  const std::string state = state_of(file);
  if (!state.empty() && contents(note) == state) return true;
  if (checksum_of(file) != checksum) return false;
  std::error_code problem;
  llvm::raw_fd_ostream stream(note, problem);
  if (problem) return true; // it is read again the next time
  stream << state;
  stream.close();
  stream.clear_error();
  return true;
}

} // namespace fx::frontend
