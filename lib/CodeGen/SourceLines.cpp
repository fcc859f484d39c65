#include "SourceLines.h"

#include "Comments.h"

#include <fmt/format.h>
#include <fstream>

namespace fx::codegen {

std::string SourceLines::line(const SourceRange& range) {
  const auto [file, is_new] = files_.try_emplace(range.file.str());
  if (is_new) {
    std::ifstream stream(range.file.str());
    for (std::string text; std::getline(stream, text);)
      file->second.push_back(std::move(text));
  }
  if (range.line == 0 || range.line > file->second.size()) return {};
  const std::string_view text = file->second[range.line - 1];
  constexpr std::string_view blanks = " \t\r";
  const size_t first = text.find_first_not_of(blanks);
  return first == std::string_view::npos
             ? std::string()
             : std::string(text.substr(first, text.find_last_not_of(blanks) - first + 1));
}

std::string SourceLines::new_place(const Node* node, std::string_view unknown) {
  std::string place(unknown);
  if (const SourceRange* range = node->meta(meta::source_range)) {
    place = fmt::format("File: {}:{}", range->file.str(), range->line);
    if (const std::string code = line(*range); !code.empty()) place += ", code: " + code;
    place = comment_text(place);
  }
  if (place == last_) return {};
  last_ = place;
  return place;
}

} // namespace fx::codegen
