#include "Ops/Headers/Sources.h"

#include "Ops/Headers/Text.h"

#include <algorithm>
#include <fcntl.h>
#include <unistd.h>

namespace fx::ops::headers {

namespace fs = std::filesystem;

// A stream takes three times as long, for two thousand files.
std::optional<std::string> Sources::read(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return std::nullopt;
  std::optional<FileStamp> stamp = FileStamp::of(descriptor, file.string());
  std::string text(stamp ? stamp->size : 0, '\0');
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = ::read(descriptor, text.data() + done, text.size() - done);
    if (count <= 0) break;
    done += static_cast<size_t>(count);
  }
  ::close(descriptor);
  if (!stamp || done < text.size()) return std::nullopt;
  stamps_.push_back(std::move(*stamp));
  return text;
}

std::vector<std::string> Sources::list(const fs::path& folder) {
  std::vector<std::string> found;
  // Before its names are read: a change while they are is noticed later.
  std::optional<FileStamp> stamp = FileStamp::of(folder.string());
  if (!stamp) return found;
  stamps_.push_back(std::move(*stamp));
  std::error_code problem;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end;
       at.increment(problem))
    found.push_back(at->path().filename().string());
  std::ranges::sort(found);
  return found;
}

std::vector<std::string> Sources::collapsed_headers(const fs::path& folder) {
  std::vector<std::string> texts;
  for (const std::string& name : list(folder)) {
    const fs::path path = folder / name;
    if (path.extension() == ".h") {
      if (const std::optional<std::string> text = read(path)) texts.push_back(collapsed(*text));
    } else if (std::error_code problem; fs::is_directory(path, problem)) {
      for (std::string& text : collapsed_headers(path))
        texts.push_back(std::move(text));
    }
  }
  return texts;
}

} // namespace fx::ops::headers
