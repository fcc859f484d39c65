// What a precompiled header was made from: the file that says whether it may still be used.
//
// The manifest is written last and renamed into place: an entry without one does not exist, however
// much of it lies on the disk. It names the precompiled header and every header that went into it,
// each with size and time of change; of the precompiled header, and of its own text, it has the
// checksums.
#pragma once

#include "fx/Support/FileStamp.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace fx::frontend {

struct HeaderManifest {
  /// The first line of a manifest; another format gets another number.
  static constexpr const char* signature = "fx-clang header manifest 2";

  FileStamp precompiled;
  uint64_t checksum = 0; // of the precompiled header
  std::vector<FileStamp> headers;

  static std::optional<HeaderManifest> read(llvm::StringRef path);
  std::string to_text() const;
  /// True when the precompiled header and every file in it are what they were.
  bool is_current() const;
};

} // namespace fx::frontend
