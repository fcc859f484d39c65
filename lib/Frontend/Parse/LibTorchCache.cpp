#include "Frontend/Parse/LibTorchCache.h"

#include "Frontend/Parse/EntryLock.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <fmt/format.h>
#include <sys/stat.h>

namespace fx::frontend {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

using Kept = std::shared_ptr<const ops::Tables>;

namespace {

// Another format gets another number. Behind it the number of stamps, and a line for each.
constexpr llvm::StringLiteral signature = "fx-clang tables and stamps 1 ";
constexpr llvm::StringLiteral extension = ".tables";
constexpr size_t max_kept = 16; // of 0.6 MB each
constexpr size_t key_length = 24;

std::string key_of(const ops::HeaderFolders& folders, ops::LibTorchVersion version) {
  const std::string text =
      fmt::format("{}{} {}.{}.{}\n{}\n{}", signature.str(), ops::tables_generator(), version.major,
                  version.minor, version.patch, folders.base, folders.api);
  return llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(text)), /*LowerCase=*/true)
      .substr(0, key_length);
}

/// Takes the stamps from the front of a file. False: it is none, or a header has changed.
bool take_stamps(std::string_view& text) {
  if (!text.starts_with(std::string_view(signature))) return false;
  text.remove_prefix(signature.size());
  size_t line_end = text.find('\n');
  if (line_end == std::string_view::npos) return false;
  size_t count = 0;
  const std::string_view digits = text.substr(0, line_end);
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  if (problem != std::errc() || end != digits.data() + digits.size()) return false;
  for (; count > 0; --count) {
    text.remove_prefix(line_end + 1);
    line_end = text.find('\n');
    if (line_end == std::string_view::npos) return false;
    const std::optional<FileStamp> stamp = FileStamp::parse(text.substr(0, line_end));
    if (!stamp || !stamp->is_current()) return false;
  }
  text.remove_prefix(line_end + 1);
  return true;
}

/// The tables in a file; null when there is none, or it is of other headers.
Kept read_kept(const std::string& file) {
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer) return nullptr;
  const std::shared_ptr<const llvm::MemoryBuffer> owner = std::move(*buffer);
  std::string_view text = owner->getBuffer();
  if (!take_stamps(text)) return nullptr;
  Expected<Kept> tables = ops::read_tables(text, owner);
  return tables ? *tables : nullptr;
}

/// It was used: the oldest go first when there are too many.
void touch(const std::string& file) {
  (void)::utimensat(AT_FDCWD, file.c_str(), nullptr, 0);
}

/// Removes what processes that were killed left half written, all under the lock of the key.
void remove_halves(const std::string& folder, const std::string& key) {
  std::error_code problem;
  for (fs::directory_iterator at(folder, problem), end; at != end && !problem;
       at.increment(problem)) {
    const llvm::StringRef name = path::filename(at->path());
    if (name.starts_with(key) && name.ends_with(".new")) (void)fs::remove(at->path());
  }
}

void remove_oldest(const std::string& folder) {
  std::vector<FileStamp> files;
  std::error_code problem;
  for (fs::directory_iterator at(folder, problem), end; at != end && !problem;
       at.increment(problem))
    if (path::extension(at->path()) == extension)
      if (std::optional<FileStamp> stamp = FileStamp::of(at->path()))
        files.push_back(std::move(*stamp));
  if (files.size() <= max_kept) return;
  std::ranges::sort(files, {}, &FileStamp::modified_ns);
  files.resize(files.size() - max_kept);
  for (const FileStamp& file : files)
    (void)fs::remove(file.path);
}

/// Written whole or not at all.
void write_file(const std::string& file, const std::string& text) {
  const std::string half =
      fmt::format("{}-{}-{:x}.new", file, ::getpid(), llvm::sys::Process::GetRandomNumber());
  std::error_code problem;
  llvm::raw_fd_ostream stream(half, problem, fs::CD_CreateNew);
  if (problem) return;
  stream << text;
  stream.close();
  if (stream.has_error() || fs::rename(half, file)) (void)fs::remove(half);
  stream.clear_error();
}

} // namespace

Expected<Kept> libtorch_tables(const ops::HeaderFolders& folders, const std::string& cache,
                               bool* are_made) {
  const std::optional<ops::LibTorchVersion> version = ops::read_version(folders);
  const std::string key = version ? key_of(folders, *version) : std::string();
  const std::string prefix = cache + "/" + key;
  const std::string file = prefix + extension.str();
  const bool is_kept = version && !cache.empty();
  const auto current = [&]() -> Kept {
    Kept found = is_kept ? read_kept(file) : nullptr;
    if (found) touch(file);
    return found;
  };
  if (Kept found = current()) return found;

  const bool has_folder = is_kept && !fs::create_directories(cache);
  EntryLock lock(has_folder ? prefix + ".lock" : std::string());
  // Another process may be making them.
  const bool is_locked = has_folder && lock.wait();
  if (Kept found = is_locked ? current() : nullptr) return found;
  if (are_made) *are_made = true;
  Expected<ops::Headers> headers = ops::read_headers(folders);
  if (!headers) return headers.error();
  const auto text = std::make_shared<const std::string>(ops::write_tables(*headers));
  if (is_locked) {
    std::string stamped = fmt::format("{}{}\n", signature.str(), headers->sources.size());
    for (const FileStamp& source : headers->sources)
      stamped += source.to_line();
    remove_halves(cache, key);
    write_file(file, stamped + *text);
    remove_oldest(cache);
  }
  return ops::read_tables(*text, text);
}

Expected<std::shared_ptr<const ops::LibTorch>>
find_libtorch(const ops::HeaderFolders& folders, const std::string& cache, bool* is_first_use) {
  if (ops::LibTorch::is_built_in(folders)) return ops::LibTorch::built_in();
  Expected<Kept> tables = libtorch_tables(folders, cache, is_first_use);
  if (!tables) return tables.error();
  return std::make_shared<const ops::LibTorch>(*tables);
}

} // namespace fx::frontend
