// The schema strings of ATen/ops/*_ops.h, and which operators are made of others.
#include "Ops/Headers/Readers.h"
#include "Ops/Headers/Text.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace fx::ops::headers {

namespace fs = std::filesystem;

namespace {

/// Split at the commas that stand in no bracket or string.
std::vector<std::string_view> split_schema(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  char quote = 0;
  size_t start = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(' || c == '[') {
      ++depth;
    } else if (c == ')' || c == ']') {
      --depth;
    } else if (c == ',' && depth == 0) {
      parts.push_back(trimmed(text.substr(start, at - start)));
      start = at + 1;
    }
  }
  if (const std::string_view last = trimmed(text.substr(start)); !last.empty())
    parts.push_back(last);
  return parts;
}

struct MarkedType {
  std::string type;
  char alias_set = 0;
  bool written = false;
};

/// "Tensor(a!)[]" -> "Tensor[]", a, written. The mark may say more: (a -> *), (a|b).
MarkedType parse_type(std::string_view text) {
  const size_t open = text.find('(');
  const size_t close = open == npos ? npos : text.find(')', open);
  if (close == npos) return {std::string(text), 0, false};
  const std::string_view mark = text.substr(open + 1, close - open - 1);
  MarkedType result{std::string(text.substr(0, open)), mark.empty() ? '\0' : mark[0],
                    mark.find('!') != npos};
  result.type += text.substr(close + 1);
  return result;
}

DeclaredOperator::Argument parse_argument(std::string_view text, bool keyword_only) {
  const size_t equals = text.find('=');
  const std::string_view declaration = text.substr(0, equals);
  const size_t blank = declaration.rfind(' ');
  MarkedType type = parse_type(declaration.substr(0, blank == npos ? 0 : blank));
  DeclaredOperator::Argument argument;
  argument.name = declaration.substr(blank == npos ? 0 : blank + 1);
  argument.type = std::move(type.type);
  argument.has_default = equals != npos;
  if (argument.has_default) argument.default_value = text.substr(equals + 1);
  argument.keyword_only = keyword_only;
  argument.mutated = type.written;
  argument.alias_set = type.alias_set;
  return argument;
}

DeclaredOperator::Return parse_return(std::string_view text) {
  // "Tensor(a!) values"; the blank of a mark is no separator.
  const std::string_view name = last_word(text);
  if (!name.empty() && text.size() > name.size() && text[text.size() - name.size() - 1] == ' ')
    text.remove_suffix(name.size() + 1);
  MarkedType type = parse_type(text);
  return {std::move(type.type), type.alias_set};
}

/// The string literal or literals that begin at `at`, unescaped.
std::string literal_at(std::string_view text, size_t at) {
  std::string result;
  while (at < text.size() && text[at] == '"') {
    for (++at; at < text.size() && text[at] != '"'; ++at)
      result += text[at] == '\\' && at + 1 < text.size() ? text[++at] : text[at];
    at = text.find_first_not_of(" \t\n", at + 1);
  }
  return result;
}

/// Types as a key of text: "at::Tensor,bool".
void add_type(std::string& key, std::string_view type) {
  key += trimmed(type);
  key += ',';
}

/// The functions that a header declares, as "name(types".
std::set<std::string, std::less<>> declared_functions(std::string_view text) {
  std::set<std::string, std::less<>> result;
  for_each(text, "TORCH_API ", [&](size_t at) {
    const size_t end = std::min(text.find(';', at), text.size());
    const std::string_view declaration = text.substr(at, end - at);
    const size_t open = declaration.find('(');
    if (open == npos) return end;
    std::string key(last_word(declaration.substr(0, open)));
    key += '(';
    for (std::string_view parameter : split_top_level(inside(declaration, open))) {
      parameter = trimmed(parameter.substr(0, parameter.find('=')));
      parameter.remove_suffix(last_word(parameter).size());
      add_type(key, parameter);
    }
    result.insert(std::move(key));
    return end;
  });
  return result;
}

/// "at::Tensor (const at::Tensor &, bool)" -> "(const at::Tensor &,bool,"
std::string parameter_types(std::string_view function_type) {
  std::string key = "(";
  const size_t open = function_type.find(" (");
  if (open == npos) return key;
  for (const std::string_view type : split_top_level(inside(function_type, open + 1)))
    add_type(key, type);
  return key;
}

} // namespace

std::optional<DeclaredOperator> parse_schema(std::string_view text) {
  const size_t open = text.find('(');
  const size_t arrow = text.rfind(" -> ");
  if (open == npos || arrow == npos || arrow <= open || text[arrow - 1] != ')') return std::nullopt;
  DeclaredOperator result;
  const std::string_view full_name = text.substr(0, open);
  const size_t dot = full_name.find('.');
  result.name = full_name.substr(0, dot);
  if (dot != npos) result.overload = full_name.substr(dot + 1);
  bool keyword_only = false;
  for (const std::string_view part : split_schema(text.substr(open + 1, arrow - open - 2)))
    if (part == "*")
      keyword_only = true;
    else
      result.arguments.push_back(parse_argument(part, keyword_only));
  std::string_view returns = text.substr(arrow + 4);
  if (returns.starts_with('(') && returns.ends_with(')'))
    returns = returns.substr(1, returns.size() - 2);
  for (const std::string_view part : split_schema(returns))
    result.returns.push_back(parse_return(part));
  return result;
}

std::vector<DeclaredOperator> operators_in(std::string_view text, std::string_view composites) {
  const std::set<std::string, std::less<>> composite_functions = declared_functions(composites);
  std::vector<DeclaredOperator> result;
  size_t struct_begin = 0;
  for_each(text, "schema_str", [&](size_t at) {
    // `(schema_str, "` of a macro, `schema_str = "`, and what else a version may write.
    const size_t quote = text.find('"', at);
    if (quote == npos || text.substr(at, quote - at).find_first_of(";}") != npos) return at;
    std::optional<DeclaredOperator> found = parse_schema(literal_at(text, quote));
    if (!found) return quote;
    constexpr std::string_view using_schema = "using schema = ";
    const size_t type = text.find(using_schema, struct_begin);
    if (!composite_functions.empty() && type < at) {
      const size_t end = text.find(';', type);
      const std::string key = parameter_types(
          text.substr(type + using_schema.size(), end - type - using_schema.size()));
      for (const char* suffix : {"", "_symint", "_outf", "_symint_outf"})
        found->composite |= composite_functions.contains(found->name + suffix + key);
    }
    result.push_back(std::move(*found));
    struct_begin = quote;
    return quote;
  });
  return result;
}

std::vector<DeclaredOperator> read_operators(const fs::path& base, LibTorchVersion version,
                                             Sources& sources) {
  constexpr std::string_view ending = "_ops.h";
  const fs::path folder = base / "ATen/ops";
  const std::optional<std::string> functions =
      sources.read(base / "torch/csrc/autograd/generated/Functions.h");
  const auto derivatives = derivatives_in(functions ? *functions : std::string());
  const std::vector<std::string> names = sources.list(folder);
  std::vector<DeclaredOperator> result;
  for (const std::string& name : names) {
    if (!name.ends_with(ending)) continue;
    const std::optional<std::string> text = sources.read(folder / name);
    if (!text) continue;
    const std::string composite =
        name.substr(0, name.size() - ending.size()) + "_compositeimplicitautograd_dispatch.h";
    std::optional<std::string> composites;
    if (std::ranges::binary_search(names, composite)) composites = sources.read(folder / composite);
    for (DeclaredOperator& found : operators_in(*text, composites ? *composites : std::string())) {
      set_tags(found, version);
      found.saves_self = saves_self(found, derivatives);
      result.push_back(std::move(found));
    }
  }
  const auto key = [](const DeclaredOperator& row) { return std::tie(row.name, row.overload); };
  std::ranges::sort(result, {}, key);
  const auto repeated = std::ranges::unique(result, {}, key);
  result.erase(repeated.begin(), repeated.end());
  return result;
}

} // namespace fx::ops::headers
