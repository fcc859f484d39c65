// The Options classes of torch/nn/options/*.h: TORCH_ARG fields, constructors, aliases.
#include "Ops/Headers/Readers.h"
#include "Ops/Headers/Text.h"
#include "fx/IR/Printer.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>

namespace fx::ops::headers {

namespace {

/// An Options class, perhaps a template.
struct OptionsTemplate {
  std::string parameter; // empty: it is none
  DeclaredOptions options;
};
using Templates = std::map<std::string, OptionsTemplate, std::less<>>;

struct Alias {
  std::string target;
  std::string argument; // empty: none
};

using Defaults = std::map<std::string, std::string, std::less<>>;

/// `: kernel_size_(kernel_size), stride_(kernel_size) {}`: the stride is the kernel's size.
void read_initializers(std::string_view list, const std::vector<DeclaredParameter>& parameters,
                       Defaults& defaults) {
  for_each(list, "_(", [&](size_t at) {
    const std::string_view field = last_word(list.substr(0, at - 2));
    const std::string_view parameter = word_at(list, at);
    if (!field.empty() && field != parameter && list.substr(at + parameter.size(), 1) == ")" &&
        std::ranges::find(parameters, parameter, &DeclaredParameter::name) != parameters.end())
      defaults[std::string(field)] = parameter;
    return at;
  });
}

using Constructors = std::vector<std::vector<DeclaredParameter>>;

Constructors read_constructors(std::string_view name, std::string_view body, Defaults& defaults) {
  Constructors result;
  for_each(body, std::string(name) + "(", [&](size_t at) {
    const size_t begin = at - name.size() - 1;
    if (begin > 0 && (is_word(body[begin - 1]) || body[begin - 1] == '~')) return at;
    const size_t end = closing(body, at - 1);
    if (end == npos) return at;
    std::optional<std::vector<DeclaredParameter>> parameters =
        parse_parameters(body.substr(at, end - at));
    if (!parameters) return at;
    read_initializers(body.substr(end, body.find_first_of("{;", end) - end), *parameters, defaults);
    result.push_back(std::move(*parameters));
    return at;
  });
  return result;
}

/// `TORCH_ARG(bool, bias) = true;`
void read_fields(std::string_view body, DeclaredOptions& options, Defaults& defaults) {
  constexpr std::string_view macro = "TORCH_ARG(";
  for_each(body, macro, [&](size_t at) {
    const size_t end = closing(body, at - 1);
    if (end == npos) return at;
    const std::vector<std::string_view> parts = split_top_level(body.substr(at, end - at));
    if (parts.size() != 2) return end;
    options.fields.push_back({std::string(parts[1]), std::string(parts[0]), std::nullopt, {}});
    std::string_view rest = body.substr(end);
    if (consume(rest, ") = ") && rest.find(';') != npos)
      defaults[std::string(parts[1])] = rest.substr(0, rest.find(';'));
    return end;
  });
}

DeclaredOptions read_class(std::string_view name, std::string_view body) {
  DeclaredOptions options;
  options.name = name;
  Defaults defaults;
  Constructors constructors = read_constructors(name, body, defaults);
  read_fields(body, options, defaults);
  // A constructor from a dimension's name or from another module's options is not the one to call
  // with fields.
  std::erase_if(constructors, [&](const std::vector<DeclaredParameter>& constructor) {
    return !std::ranges::all_of(constructor, [&](const DeclaredParameter& parameter) {
      return options.field(parameter.name) != nullptr;
    });
  });
  for (const std::vector<DeclaredParameter>& constructor : constructors)
    for (const DeclaredParameter& parameter : constructor)
      if (parameter.default_value) defaults.emplace(parameter.name, *parameter.default_value);
  const auto longest = std::ranges::max_element(
      constructors, {}, [](const std::vector<DeclaredParameter>& c) { return c.size(); });
  // Parameters with defaults need not be given: their fields are set by name like all others.
  if (longest != constructors.end())
    for (const DeclaredParameter& parameter : *longest)
      if (!parameter.default_value) options.constructor.push_back(parameter.name);
  for (DeclaredOptions::Field& field : options.fields)
    if (const auto found = defaults.find(field.name); found != defaults.end())
      field.default_value = found->second;
  return options;
}

/// The parameter of `template <size_t D> ` at the end of a text; empty without.
std::string template_parameter(std::string_view before) {
  constexpr std::string_view keyword = "template <";
  const size_t begin = before.rfind(keyword);
  if (begin == npos || !before.ends_with("> ")) return {};
  std::string_view inner = before.substr(begin + keyword.size());
  inner = trimmed(inner.substr(0, inner.size() - 2));
  for (const std::string_view kind : {"size_t ", "typename ", "class "})
    if (consume(inner, kind) && last_word(inner) == inner) return std::string(inner);
  return {};
}

void read_classes(std::string_view text, Templates& templates) {
  for (const std::string_view keyword : {"struct ", "class "})
    for_each(text, keyword, [&](size_t at) {
      const size_t begin = at - keyword.size();
      if (begin > 0 && is_word(text[begin - 1])) return at;
      if (text.substr(at).starts_with("TORCH_API ")) at += std::string_view("TORCH_API ").size();
      const std::string_view name = word_at(text, at);
      size_t open = at + name.size();
      if (!name.ends_with("Options") || name == "Options" || text.substr(open, 1) != " ") return at;
      if (text.substr(open + 1, 1) == ":") open = text.find_first_of("{;", open) - 1;
      if (open >= text.size() || text.substr(open + 1, 1) != "{") return at;
      templates[std::string(name)] = {template_parameter(text.substr(0, begin)),
                                      read_class(name, inside(text, open + 1))};
      return open;
    });
}

/// `using MaxPool2dFuncOptions = MaxPoolOptions<2>;`
void read_aliases(std::string_view text, std::map<std::string, Alias>& aliases) {
  for_each(text, "using ", [&](size_t at) {
    const std::string_view name = word_at(text, at);
    std::string_view rest = text.substr(at + name.size());
    if (!name.ends_with("Options") || name == "Options" || !consume(rest, " = ")) return at;
    size_t end = 0;
    while (end < rest.size() && (is_word(rest[end]) || rest[end] == ':'))
      ++end;
    Alias alias{std::string(last_word(rest.substr(0, end))), {}};
    rest.remove_prefix(end);
    if (rest.starts_with(' ')) rest.remove_prefix(1);
    if (rest.starts_with('<')) alias.argument = trimmed(inside(rest, 0));
    if (!alias.target.empty()) aliases[std::string(name)] = std::move(alias);
    return at;
  });
}

/// "3 * 2" -> "6", wherever it stands.
std::string multiplied(std::string text) {
  for (size_t star = text.find(" * "); star != npos; star = text.find(" * ", star + 1)) {
    const std::string left(last_word(std::string_view(text).substr(0, star)));
    const std::string right(word_at(text, star + 3));
    const auto is_number = [](const std::string& word) {
      return !word.empty() && word.size() < 9 &&
             std::ranges::all_of(word, [](unsigned char c) { return std::isdigit(c) != 0; });
    };
    if (!is_number(left) || !is_number(right)) continue;
    const size_t begin = star - left.size();
    text.replace(begin, left.size() + 3 + right.size(),
                 std::to_string(std::stol(left) * std::stol(right)));
    star = begin;
  }
  return text;
}

DeclaredOptions instantiate(const OptionsTemplate& from, const std::string& argument) {
  DeclaredOptions result = from.options;
  for (DeclaredOptions::Field& field : result.fields)
    field.type = multiplied(replace_words(field.type, from.parameter, argument));
  result.argument = {from.parameter, argument};
  return result;
}

// --- Defaults as Python text.

/// An integer, or a number with a fraction.
struct Number {
  double value = 0;
  bool is_integer = false;
};

std::optional<Number> parse_number(std::string_view& text) {
  size_t end = 0;
  while (end < text.size() &&
         (std::isdigit(static_cast<unsigned char>(text[end])) != 0 || text[end] == '.' ||
          text[end] == 'e' || (end > 0 && text[end - 1] == 'e' && text[end] == '-')))
    ++end;
  const std::string_view digits = text.substr(0, end);
  Number number;
  const auto [stop, problem] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number.value);
  if (digits.empty() || problem != std::errc() || stop != digits.data() + digits.size())
    return std::nullopt;
  number.is_integer = digits.find_first_of(".e") == npos;
  text.remove_prefix(end);
  return number;
}

std::optional<Number> parse_factor(std::string_view& text) {
  text = trimmed(text);
  if (consume(text, "-")) {
    std::optional<Number> number = parse_factor(text);
    if (number) number->value = -number->value;
    return number;
  }
  return parse_number(text);
}

/// "1.0 / 8.0", "-100"; nothing for what is no number.
std::optional<Number> parse_quotient(std::string_view text) {
  std::optional<Number> result = parse_factor(text);
  for (text = trimmed(text); result && consume(text, "/"); text = trimmed(text)) {
    const std::optional<Number> divisor = parse_factor(text);
    if (!divisor || divisor->value == 0) return std::nullopt;
    result = Number{result->value / divisor->value, false};
  }
  return text.empty() ? result : std::nullopt;
}

} // namespace

std::string python_default(const DeclaredOptions& options, const DeclaredOptions::Field& field,
                           const std::vector<std::pair<std::string, std::string>>& enum_tags) {
  if (!field.default_value) return {};
  std::string_view text = *field.default_value;
  if (options.field(text)) return "$" + std::string(text);
  if (text.ends_with("::nullopt") || text == "Tensor()" || text == "{}" || text == "nullptr")
    return "None";
  if (text == "true") return "True";
  if (text == "false") return "False";
  if (text.starts_with('"')) return std::string(text);
  if (text.starts_with("torch::k")) {
    consume(text, "torch::");
    const auto tag =
        std::ranges::find(enum_tags, text, &std::pair<std::string, std::string>::first);
    return tag == enum_tags.end() ? std::string() : '"' + tag->second + '"';
  }
  const std::optional<Number> number = parse_quotient(text);
  if (!number || std::abs(number->value) > 1e15) return {};
  if (number->is_integer && field.type.find("double") == npos)
    return std::to_string(static_cast<int64_t>(number->value));
  return python_float(number->value);
}

std::vector<DeclaredOptions> read_options(const std::vector<std::string>& texts) {
  Templates templates;
  std::map<std::string, Alias> aliases;
  for (const std::string& text : texts) {
    read_classes(text, templates);
    read_aliases(text, aliases);
  }
  std::vector<DeclaredOptions> result;
  for (const auto& [name, found] : templates)
    if (found.parameter.empty() && !aliases.contains(name)) result.push_back(found.options);
  for (const auto& [name, alias] : aliases) {
    const Alias* last = &alias;
    for (size_t steps = 0; steps < aliases.size() && aliases.contains(last->target); ++steps)
      last = &aliases.at(last->target);
    const auto found = templates.find(last->target);
    if (found == templates.end() || (last->argument.empty() && !found->second.parameter.empty()))
      continue;
    DeclaredOptions options =
        last->argument.empty() ? found->second.options : instantiate(found->second, last->argument);
    options.name = name;
    result.push_back(std::move(options));
  }
  std::ranges::sort(result, {}, &DeclaredOptions::name);
  return result;
}

TypeNames read_type_names(const std::vector<std::string>& texts) {
  std::map<std::string, std::string> names;
  for (const std::string& text : texts) {
    const std::string_view view = text;
    for_each(view, "using ", [&](size_t at) {
      const std::string_view name = word_at(view, at);
      std::string_view rest = view.substr(at + name.size());
      const size_t end = rest.find(';');
      if (!name.empty() && consume(rest, " = ") && end != npos)
        names[std::string(name)] = rest.substr(0, end - 3);
      return at;
    });
    for_each(view, "typedef ", [&](size_t at) {
      const size_t end = std::min(view.find(';', at), view.size());
      const std::string_view declaration = view.substr(at, end - at);
      const std::string_view name = last_word(declaration);
      names[std::string(name)] = trimmed(declaration.substr(0, declaration.size() - name.size()));
      return end;
    });
  }
  return {names.begin(), names.end()};
}

} // namespace fx::ops::headers
