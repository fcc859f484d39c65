#include "Frontend/Parse/HeaderManifest.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx::frontend {

std::optional<HeaderManifest> HeaderManifest::read(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer) return std::nullopt;
  const auto [first, behind_it] = (*buffer)->getBuffer().split('\n');
  const auto [sums, stamps] = behind_it.split('\n');
  const auto [of_precompiled, of_stamps] = sums.split(' ');
  HeaderManifest manifest;
  uint64_t sum = 0;
  if (first != signature || of_precompiled.getAsInteger(16, manifest.checksum) ||
      of_stamps.getAsInteger(16, sum) || sum != llvm::xxh3_64bits(stamps))
    return std::nullopt;
  llvm::SmallVector<llvm::StringRef, 0> lines;
  stamps.split(lines, '\n', -1, /*KeepEmpty=*/false);
  if (lines.empty()) return std::nullopt;
  for (size_t i = 0; i < lines.size(); ++i) {
    std::optional<FileStamp> stamp = FileStamp::parse(lines[i]);
    if (!stamp) return std::nullopt;
    if (i == 0)
      manifest.precompiled = std::move(*stamp);
    else
      manifest.headers.push_back(std::move(*stamp));
  }
  return manifest;
}

std::string HeaderManifest::to_text() const {
  std::string stamps = precompiled.to_line();
  for (const FileStamp& header : headers)
    stamps += header.to_line();
  return fmt::format("{}\n{:x} {:x}\n", signature, checksum,
                     llvm::xxh3_64bits(llvm::StringRef(stamps))) +
         stamps;
}

bool HeaderManifest::is_current() const {
  return precompiled.is_current() && std::ranges::all_of(headers, &FileStamp::is_current);
}

} // namespace fx::frontend
