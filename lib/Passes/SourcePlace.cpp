#include "fx/Passes/SourcePlace.h"

#include "Messages.h"

#include "fx/IR/Graph.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <tuple>

namespace fx {

namespace {

using Position = std::pair<uint32_t, uint32_t>;

/// "12" or "12:7"; nothing for other text.
std::optional<Position> parse_position(std::string_view text) {
  Position position{0, 0};
  const auto number = [&](uint32_t& value) {
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_number = problem == std::errc() && value > 0;
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    return is_number;
  };
  if (!number(position.first)) return std::nullopt;
  if (text.starts_with(':')) {
    text.remove_prefix(1);
    if (!number(position.second)) return std::nullopt;
  }
  return text.empty() ? std::optional(position) : std::nullopt;
}

} // namespace

Expected<SourcePlace> SourcePlace::parse(std::string_view text) {
  // A name may have colons and dashes too: the numbers are what is last.
  const size_t numbers = text.find_last_not_of("0123456789:-");
  const size_t colon = numbers == text.npos ? text.npos : text.find(':', numbers);
  if (colon == text.npos || colon == 0) return say(diag::place_not_read, text);
  const std::string_view range = text.substr(colon + 1);
  const size_t dash = range.find('-');
  const std::optional<Position> begin = parse_position(range.substr(0, dash));
  std::optional<Position> end = Position{0, 0};
  if (dash != range.npos) end = parse_position(range.substr(dash + 1));
  if (!begin || !end || (dash != range.npos && *end < *begin))
    return say(diag::place_not_read, text);
  return SourcePlace{std::string(text.substr(0, colon)), begin->first, begin->second, end->first,
                     end->second};
}

bool SourcePlace::is_in_file(const SourceRange& range) const {
  if (range.file.view() == file) return true;
  std::error_code no_such_file;
  return std::filesystem::equivalent(range.file.view(), file, no_such_file);
}

bool SourcePlace::begins(const SourceRange& range) const {
  const Position begin{range.line, range.column};
  if (end_line > 0) {
    const bool is_before_end =
        end_column == 0 ? begin.first <= end_line : begin <= Position{end_line, end_column};
    return Position{line, column} <= begin && is_before_end && is_in_file(range);
  }
  if (column == 0) return begin.first == line && is_in_file(range);
  const Position here{line, column};
  return begin <= here && here <= Position{range.end_line, range.end_column} && is_in_file(range);
}

bool SourcePlace::has(const Graph& graph, const SourceRange& range) const {
  if (!begins(range)) return false;
  if (end_line > 0 || column == 0) return true;
  const Position begin{range.line, range.column};
  const auto end_of = [](const SourceRange& of) { return Position{of.end_line, of.end_column}; };
  const auto is_inside = [&](const SourceRange& inner) {
    return begins(inner) && inner != range && begin <= Position{inner.line, inner.column} &&
           end_of(inner) <= end_of(range);
  };
  return std::ranges::none_of(graph, [&](const Node* node) {
    const SourceRange* own = node->meta(meta::source_range);
    const auto* calls = node->meta(meta::call_stack);
    return (own != nullptr && is_inside(*own)) ||
           (calls != nullptr && std::ranges::any_of(*calls, is_inside));
  });
}

bool SourcePlace::has(const Node& node) const {
  const SourceRange* range = node.meta(meta::source_range);
  return range != nullptr && has(node.graph(), *range);
}

bool SourcePlace::has_call(const Node& node, const SourceRange& call) const {
  return has(node.graph(), call);
}

} // namespace fx
