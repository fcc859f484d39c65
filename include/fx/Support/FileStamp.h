// A file or folder as it was when something was made of it: its size and time of change.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fx {

struct FileStamp {
  std::string path;
  uint64_t size = 0;
  int64_t modified_ns = 0; // nanoseconds since the epoch

  /// The file as it is now; nothing if it cannot be read.
  static std::optional<FileStamp> of(std::string path);
  /// The file that is open.
  static std::optional<FileStamp> of(int descriptor, std::string path);
  /// Whether the file still has this size and time.
  bool is_current() const;

  /// A line of a manifest, with its end.
  std::string to_line() const;
  /// A line without its end; nothing if it is none.
  static std::optional<FileStamp> parse(std::string_view line);

  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

} // namespace fx
