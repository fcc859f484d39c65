#include "LibraryText.h"

namespace fx::codegen {

std::string trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \n");
  if (first == text.npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \n") - first + 1));
}

std::vector<std::string> split_outside_brackets(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  int depth = 0;
  bool is_quoted = false;
  size_t start = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') is_quoted = !is_quoted;
    if (is_quoted) continue;
    if (text[i] == '[' || text[i] == '(') ++depth;
    if (text[i] == ']' || text[i] == ')') --depth;
    if (depth > 0 || !text.substr(i).starts_with(separator)) continue;
    parts.push_back(trimmed(text.substr(start, i - start)));
    start = i + separator.size();
  }
  if (std::string last = trimmed(text.substr(start)); !last.empty())
    parts.push_back(std::move(last));
  return parts;
}

void read_signature(const std::string& text, std::vector<LibraryParameter>& parameters,
                    ValueType& result) {
  const size_t close = text.find(") -> ");
  for (const std::string& part : split_outside_brackets(text.substr(0, close), ",")) {
    const size_t colon = part.find(':');
    const size_t equals = part.find(" = ");
    parameters.push_back({part.substr(0, colon),
                          schema_type(part.substr(colon + 1, equals - colon - 1)),
                          equals != part.npos});
  }
  const size_t start = close + 5;
  result = parse_torchscript_type(text.substr(start, text.find(':', start) - start));
}

} // namespace fx::codegen
