// The files of one LibTorch that the readers of this folder ask for, remembered as they were.
#pragma once

#include "fx/Support/FileStamp.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fx::ops::headers {

class Sources {
public:
  /// The text of a file; nothing if it cannot be read.
  std::optional<std::string> read(const std::filesystem::path& file);
  /// The names of the files in a folder, sorted; empty if it cannot be read.
  std::vector<std::string> list(const std::filesystem::path& folder);
  /// The headers below a folder, sorted, collapsed as in Text.h.
  std::vector<std::string> collapsed_headers(const std::filesystem::path& folder);

  /// Every file and folder that was read.
  std::vector<FileStamp> take_stamps() { return std::move(stamps_); }

private:
  std::vector<FileStamp> stamps_;
};

} // namespace fx::ops::headers
