#include "fx/Support/FileStamp.h"

#include <charconv>
#include <fmt/format.h>
#include <sys/stat.h>

namespace fx {

namespace {

int64_t time_of_change(const struct ::stat& status) {
  constexpr int64_t second = 1'000'000'000;
  return status.st_mtim.tv_sec * second + status.st_mtim.tv_nsec;
}

/// A number and the blank behind it.
template <class Number>
bool take_number(std::string_view& line, Number& number) {
  const auto [end, problem] = std::from_chars(line.data(), line.data() + line.size(), number);
  if (problem != std::errc() || end == line.data() + line.size() || *end != ' ') return false;
  line.remove_prefix(static_cast<size_t>(end - line.data()) + 1);
  return true;
}

} // namespace

std::optional<FileStamp> FileStamp::of(std::string path) {
  struct ::stat status{};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileStamp{std::move(path), static_cast<uint64_t>(status.st_size), time_of_change(status)};
}

std::optional<FileStamp> FileStamp::of(int descriptor, std::string path) {
  struct ::stat status{};
  if (::fstat(descriptor, &status) != 0) return std::nullopt;
  return FileStamp{std::move(path), static_cast<uint64_t>(status.st_size), time_of_change(status)};
}

bool FileStamp::is_current() const {
  struct ::stat status{};
  return ::stat(path.c_str(), &status) == 0 && static_cast<uint64_t>(status.st_size) == size &&
         time_of_change(status) == modified_ns;
}

std::string FileStamp::to_line() const {
  return fmt::format("{} {} {}\n", size, modified_ns, path);
}

std::optional<FileStamp> FileStamp::parse(std::string_view line) {
  FileStamp stamp;
  if (!take_number(line, stamp.size) || !take_number(line, stamp.modified_ns) || line.empty())
    return std::nullopt;
  stamp.path = line;
  return stamp;
}

} // namespace fx
