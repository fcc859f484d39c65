#include "TextTable.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <string_view>
#include <unordered_set>

namespace fx::codegen {

namespace {

/// The room that text takes: bytes of UTF-8 that continue a character take none.
size_t width_of(std::string_view text) {
  return static_cast<size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

} // namespace

TextTable text_table(const TableLine& heading, const std::vector<TableLine>& lines) {
  std::vector<size_t> widths;
  for (size_t i = 0; i < heading.size(); ++i) {
    widths.push_back(width_of(heading[i]));
    for (const TableLine& line : lines)
      widths[i] = std::max(widths[i], width_of(line[i]));
  }
  const auto write_line = [&](const TableLine& line) {
    std::string text;
    for (size_t i = 0; i < line.size(); ++i)
      text +=
          line[i] + std::string(i + 1 == line.size() ? 0 : widths[i] - width_of(line[i]) + 4, ' ');
    return text + "\n";
  };
  std::string rule(std::accumulate(widths.begin(), widths.end(), 4 * (widths.size() - 1)), '=');
  std::string text = rule + "\n" + write_line(heading) + rule + "\n";
  for (const TableLine& line : lines)
    text += write_line(line);
  return {std::move(text), std::move(rule)};
}

std::vector<std::string> tree_branches(const ModuleRuns& runs) {
  const size_t count = runs.runs().size();
  std::vector<bool> has_next(count); // another of the same parent follows
  std::unordered_set<size_t> parents;
  for (size_t i = count; i-- > 0;)
    has_next[i] = !parents.insert(runs[i].parent).second;
  std::vector<std::string> branches;
  for (size_t i = 0; i < count; ++i) {
    std::string text = has_next[i] ? "├─" : "└─";
    for (size_t at = runs[i].parent; at != ModuleRuns::root; at = runs[at].parent)
      text.insert(0, has_next[at] ? "│    " : "     ");
    branches.push_back(std::move(text));
  }
  return branches;
}

std::string with_commas(Count number) {
  std::string digits = fmt::format("{}", number.value());
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<size_t>(at), ",");
  return digits;
}

} // namespace fx::codegen
