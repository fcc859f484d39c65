#include "MessageReader.h"

#include <utility>

namespace fx::lsp {

using llvm::StringRef;

std::optional<std::string> MessageReader::next() {
  return style_ == llvm::lsp::JSONStreamStyle::Standard ? next_standard() : next_delimited();
}

std::optional<std::string> MessageReader::next_standard() {
  while (true) {
    const size_t header_end = bytes_.find("\r\n\r\n");
    if (header_end == std::string::npos) return std::nullopt;
    const size_t begin = header_end + 4;
    std::optional<size_t> length;
    StringRef header = StringRef(bytes_).take_front(header_end);
    while (!header.empty()) {
      auto [line, rest] = header.split("\r\n");
      size_t value = 0;
      if (line.consume_front_insensitive("Content-Length:") && !line.trim().getAsInteger(10, value))
        length = value;
      header = rest;
    }
    if (!length) {
      bytes_.erase(0, begin);
      continue;
    }
    if (bytes_.size() - begin < *length) return std::nullopt;
    std::string message = bytes_.substr(begin, *length);
    bytes_.erase(0, begin + *length);
    return message;
  }
}

std::optional<std::string> MessageReader::next_delimited() {
  std::string message;
  StringRef rest = bytes_;
  while (!rest.empty()) {
    const size_t line_end = rest.find('\n');
    if (line_end == StringRef::npos && !ended_) return std::nullopt;
    const StringRef line = rest.take_front(line_end);
    rest = rest.drop_front(line.size()).drop_front(line_end == StringRef::npos ? 0 : 1);
    if (line.starts_with("// -----")) {
      if (message.empty()) continue;
      bytes_ = rest.str();
      return message;
    }
    if (!line.ltrim().starts_with("//") && !line.trim().empty()) message += (line + "\n").str();
  }
  if (!ended_) return std::nullopt;
  bytes_.clear();
  return message.empty() ? std::nullopt : std::optional(std::move(message));
}

} // namespace fx::lsp
