#include "Frontend/Parse/HeaderManifest.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx::frontend {

namespace {

// The first line of a manifest; another format gets another number.
constexpr const char* signature = "fx-clang header manifest 1";

} // namespace

std::optional<HeaderManifest> HeaderManifest::read(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer) return std::nullopt;
  llvm::SmallVector<llvm::StringRef, 0> lines;
  (*buffer)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  if (lines.size() < 2 || lines[0] != signature) return std::nullopt;
  HeaderManifest manifest;
  for (size_t i = 1; i < lines.size(); ++i) {
    std::optional<FileStamp> stamp = FileStamp::parse(lines[i]);
    if (!stamp) return std::nullopt;
    if (i == 1)
      manifest.precompiled = std::move(*stamp);
    else
      manifest.headers.push_back(std::move(*stamp));
  }
  return manifest;
}

std::string HeaderManifest::to_text() const {
  std::string text = fmt::format("{}\n", signature) + precompiled.to_line();
  for (const FileStamp& header : headers)
    text += header.to_line();
  return text;
}

bool HeaderManifest::is_current() const {
  return precompiled.is_current() && std::ranges::all_of(headers, &FileStamp::is_current);
}

} // namespace fx::frontend
