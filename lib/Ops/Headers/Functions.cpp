// The functions of torch/nn/functional/*.h.
#include "Ops/Headers/Readers.h"
#include "Ops/Headers/Text.h"

#include <algorithm>
#include <map>

namespace fx::ops::headers {

namespace {

/// `text` without the bodies of namespace detail.
std::string without_inner_namespaces(std::string_view text) {
  std::string result;
  size_t done = 0;
  for (const size_t begin = 0; begin != npos;) {
    size_t next = npos;
    size_t open = npos;
    for (const std::string_view name : {"namespace detail {", "namespace _impl {"})
      if (const size_t at = text.find(name, done); at < next) {
        next = at;
        open = at + name.size() - 1;
      }
    const size_t end = next == npos ? npos : closing(text, open);
    if (end == npos) break;
    result += text.substr(done, next - done);
    done = end + 1;
  }
  result += text.substr(done);
  return result;
}

bool is_of_type(char c) {
  return is_word(c) || c == ':' || c == '<' || c == '>' || c == ',' || c == ' ';
}

struct Head {
  std::string_view result, name;
};

/// "torch::Tensor relu" -> both; nothing for what declares no function.
std::optional<Head> parse_head(std::string_view text) {
  const std::string_view name = last_word(text);
  if (name.empty() || name.size() + 3 > text.size()) return std::nullopt;
  std::string_view type = text.substr(0, text.size() - name.size());
  if (type.back() != ' ') return std::nullopt;
  type.remove_suffix(1);
  std::string_view in_type = type;
  if (in_type.ends_with('&'))
    in_type.remove_suffix(1);
  else if (!is_word(type.back()) && type.back() != '>')
    return std::nullopt;
  if (!std::ranges::all_of(in_type, is_of_type)) return std::nullopt;
  return Head{type, name};
}

DeclaredFunction make_function(const Head& head, std::vector<DeclaredParameter> parameters,
                               const Headers& headers) {
  DeclaredFunction result{
      std::string(head.name), result_type(head.result), {}, std::move(parameters)};
  for (const DeclaredParameter& parameter : result.parameters) {
    std::string type = plain_type(parameter.type);
    if (type.find("Func") == npos || !headers.find_options(type)) continue;
    result.options = std::move(type);
    break;
  }
  return result;
}

void read_text(std::string_view text, const Headers& headers,
               std::map<std::string, DeclaredFunction>& functions) {
  for (size_t at = 0; at < text.size();) {
    // Either word begins a declaration, and both may.
    constexpr std::string_view words[] = {"inline ", "TORCH_API "};
    const size_t inline_at = text.find(words[0], at);
    const size_t api_at = text.find(words[1], at);
    if (inline_at == npos && api_at == npos) break;
    const size_t behind =
        inline_at < api_at ? inline_at + words[0].size() : api_at + words[1].size();
    at = behind;
    size_t begin = behind;
    if (text.substr(begin).starts_with(words[0])) begin += words[0].size();
    const size_t open = text.find('(', begin);
    if (open == npos) break;
    const std::optional<Head> head = parse_head(text.substr(begin, open - begin));
    if (!head) continue;
    at = open;
    std::optional<std::vector<DeclaredParameter>> parameters = parse_parameters(inside(text, open));
    if (!parameters) continue;
    DeclaredFunction found = make_function(*head, std::move(*parameters), headers);
    const auto [place, is_new] = functions.try_emplace(found.name, found);
    // Of several overloads the one with options says most.
    if (!is_new && place->second.options.empty() && !found.options.empty())
      place->second = std::move(found);
  }
}

} // namespace

std::vector<DeclaredFunction> read_functions(const std::vector<std::string>& texts,
                                             const Headers& headers) {
  std::map<std::string, DeclaredFunction> functions;
  for (const std::string& text : texts)
    read_text(without_inner_namespaces(text), headers, functions);
  std::vector<DeclaredFunction> result;
  result.reserve(functions.size());
  for (auto& [name, function] : functions)
    result.push_back(std::move(function));
  return result;
}

} // namespace fx::ops::headers

namespace fx::ops {

bool DeclaredFunction::takes_options(const DeclaredParameter& parameter) const {
  return !options.empty() && headers::plain_type(parameter.type) == options;
}

} // namespace fx::ops
