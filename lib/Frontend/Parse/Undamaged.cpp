#include "Frontend/Parse/Undamaged.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
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

namespace {

/// KEY.sum for KEY.so: the cache takes what begins alike for parts of one entry.
std::string beside(const std::string& file, llvm::StringRef extension) {
  llvm::SmallString<256> name(file);
  llvm::sys::path::replace_extension(name, extension);
  return std::string(name);
}

} // namespace

bool seal(const std::string& file, const std::string& made) {
  const std::optional<uint64_t> checksum = checksum_of(made);
  if (!checksum) return false;
  // Whole or not at all, as the file itself.
  const std::string fresh = made + ".sum";
  std::error_code problem;
  {
    llvm::raw_fd_ostream stream(fresh, problem);
    if (problem) return false;
    stream << fmt::format("{:016x}", *checksum);
    stream.close();
    problem = stream.error();
    stream.clear_error();
  }
  if (!problem && !llvm::sys::fs::rename(fresh, beside(file, "sum"))) return true;
  (void)llvm::sys::fs::remove(fresh);
  return false;
}

bool is_intact(const std::string& file) {
  const std::string sealed = contents(beside(file, "sum"));
  uint64_t checksum = 0;
  constexpr size_t digits = 16;
  if (sealed.size() != digits || llvm::StringRef(sealed).getAsInteger(16, checksum)) return false;
  return llvm::sys::fs::exists(file) && is_undamaged(file, checksum, beside(file, "checked"));
}

void remove_sealed(const std::string& file) {
  for (const std::string& each : {file, beside(file, "sum"), beside(file, "checked")})
    (void)llvm::sys::fs::remove(each);
}

} // namespace fx::frontend
