// What a precompiled header was made from: the file that says whether it may still be used.
//
// The manifest is written last and renamed into place: an entry without one does not exist, however
// much of it lies on the disk. It names the precompiled header and every header that went into it,
// each with size and time of change.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fx::frontend {

struct FileStamp {
  std::string path;
  uint64_t size = 0;
  int64_t modified_ns = 0; // nanoseconds since the epoch

  /// The file as it is now; nothing if it cannot be read.
  static std::optional<FileStamp> of(llvm::StringRef path);
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

struct HeaderManifest {
  FileStamp precompiled;
  std::vector<FileStamp> headers;

  static std::optional<HeaderManifest> read(llvm::StringRef path);
  std::string to_text() const;
  /// True when the precompiled header and every file in it are what they were.
  bool is_current() const;
};

} // namespace fx::frontend
