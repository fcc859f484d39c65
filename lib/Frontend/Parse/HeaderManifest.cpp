#include "Frontend/Parse/HeaderManifest.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <fmt/format.h>

namespace fx::frontend {

namespace {

// The first line of a manifest; another format gets another number.
constexpr const char* signature = "fx-clang header manifest 1";

std::string line_of(const FileStamp& stamp) {
  return fmt::format("{} {} {}\n", stamp.size, stamp.modified_ns, stamp.path);
}

std::optional<FileStamp> parse_line(llvm::StringRef line) {
  FileStamp stamp;
  auto [size, rest] = line.split(' ');
  auto [modified, path] = rest.split(' ');
  if (size.getAsInteger(10, stamp.size) || modified.getAsInteger(10, stamp.modified_ns) ||
      path.empty())
    return std::nullopt;
  stamp.path = path.str();
  return stamp;
}

} // namespace

std::optional<FileStamp> FileStamp::of(llvm::StringRef path) {
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(path, status)) return std::nullopt;
  const auto since_epoch = status.getLastModificationTime().time_since_epoch();
  return FileStamp{path.str(), status.getSize(),
                   std::chrono::duration_cast<std::chrono::nanoseconds>(since_epoch).count()};
}

std::optional<HeaderManifest> HeaderManifest::read(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer) return std::nullopt;
  llvm::SmallVector<llvm::StringRef, 0> lines;
  (*buffer)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  if (lines.size() < 2 || lines[0] != signature) return std::nullopt;
  HeaderManifest manifest;
  for (size_t i = 1; i < lines.size(); ++i) {
    std::optional<FileStamp> stamp = parse_line(lines[i]);
    if (!stamp) return std::nullopt;
    if (i == 1)
      manifest.precompiled = std::move(*stamp);
    else
      manifest.headers.push_back(std::move(*stamp));
  }
  return manifest;
}

std::string HeaderManifest::to_text() const {
  std::string text = fmt::format("{}\n", signature) + line_of(precompiled);
  for (const FileStamp& header : headers)
    text += line_of(header);
  return text;
}

bool HeaderManifest::is_current() const {
  if (FileStamp::of(precompiled.path) != precompiled) return false;
  for (const FileStamp& header : headers)
    if (FileStamp::of(header.path) != header) return false;
  return true;
}

} // namespace fx::frontend
