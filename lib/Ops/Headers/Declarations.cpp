// Parameters and types in C++ text.
#include "Ops/Headers/Readers.h"
#include "Ops/Headers/Text.h"

namespace fx::ops::headers {

namespace {

std::optional<DeclaredParameter> parse_parameter(std::string_view text) {
  const size_t equals = text.find('=');
  const std::string_view declaration = trimmed(text.substr(0, equals));
  const std::string_view name = last_word(declaration);
  const std::string_view type = declaration.substr(0, declaration.size() - name.size());
  if (name.empty() || type.size() < 2 || std::string_view(" &>*").find(type.back()) == npos)
    return std::nullopt;
  DeclaredParameter result{std::string(trimmed(type)), std::string(name), std::nullopt};
  if (equals != npos)
    if (const std::string_view value = trimmed(text.substr(equals + 1)); !value.empty())
      result.default_value = value;
  return result;
}

/// Removes "public:" and the like, which a search for a type may have taken for a part of it.
std::string without_access(std::string_view text) {
  std::string result(text);
  for (const std::string_view word : {"public:", "protected:", "private:", "inline "})
    for (size_t at = result.find(word); at != npos; at = result.find(word))
      result.erase(at, word.size());
  return result;
}

} // namespace

std::optional<std::vector<DeclaredParameter>> parse_parameters(std::string_view text) {
  std::vector<DeclaredParameter> result;
  for (const std::string_view part : split_top_level(text)) {
    std::optional<DeclaredParameter> parameter = parse_parameter(part);
    if (!parameter) return std::nullopt;
    result.push_back(std::move(*parameter));
  }
  return result;
}

std::string result_type(std::string_view text) {
  return replace_words(trimmed(without_access(text)), "Tensor", "torch::Tensor");
}

std::string plain_type(std::string_view type) {
  type = trimmed(type);
  consume(type, "const ");
  if (type.ends_with('&')) type.remove_suffix(1);
  return std::string(trimmed(without_qualifiers(type)));
}

} // namespace fx::ops::headers
