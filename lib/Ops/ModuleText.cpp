#include "ModuleText.h"

#include "fx/Ops/Spelling.h"

#include <algorithm>

namespace fx::ops {

namespace {

bool is_number(const Argument& value) {
  return value.is(Argument::Kind::Int) || value.is(Argument::Kind::Float);
}

double as_double(const Argument& value) {
  return value.is(Argument::Kind::Int) ? static_cast<double>(value.as_int()) : value.as_float();
}

std::optional<bool> same(const std::optional<Argument>& left,
                         const std::optional<Argument>& right) {
  if (!left || !right || left->is_node() || right->is_node()) return std::nullopt;
  if (is_number(*left) && is_number(*right)) return as_double(*left) == as_double(*right);
  return *left == *right;
}

std::optional<bool> test(std::string_view text, const ModuleOptions& options, Rounds rounds) {
  if (take_word(text, "not")) {
    const std::optional<bool> opposite = test(text, options, rounds);
    return opposite ? std::optional(!*opposite) : std::nullopt;
  }
  if (const size_t at = text.find(" == "); at != text.npos)
    return same(value_of(text.substr(0, at), options, rounds),
                value_of(text.substr(at + 4), options, rounds));
  constexpr std::string_view none = " is None";
  if (text.ends_with(none)) {
    text.remove_suffix(none.size());
    const std::optional<Argument> value = value_of(text, options, rounds);
    return value ? std::optional(value->is_none()) : std::nullopt;
  }
  return options.is_on(text.substr(1));
}

/// The opposite of `stops` when all parts are that, `stops` when one is; nothing when it depends on
/// what is not known.
template <class Part>
std::optional<bool> joined(std::string_view text, std::string_view separator, bool stops,
                           const Part& part) {
  bool known = true;
  for (const std::string_view each : split_outside_brackets(text, separator)) {
    const std::optional<bool> value = part(each);
    if (value == stops) return stops;
    known &= value.has_value();
  }
  return known ? std::optional(!stops) : std::nullopt;
}

std::optional<Argument> list_of(std::string_view items, const ModuleOptions& options,
                                Rounds rounds) {
  std::vector<Argument> values;
  for (const std::string_view item : split_outside_brackets(items, ", ")) {
    std::optional<Argument> value = value_of(item, options, rounds);
    if (!value) return std::nullopt;
    values.push_back(std::move(*value));
  }
  return Argument::list(std::move(values));
}

std::optional<Argument> module_of(std::string_view name, std::string_view settings,
                                  const ModuleOptions& options, Rounds rounds) {
  ModuleLiteral module{Symbol("torch::nn::" + std::string(name)), {}};
  for (const std::string_view setting : split_outside_brackets(settings, ", ")) {
    const size_t equals = setting.find(" = ");
    std::optional<Argument> value = value_of(setting.substr(equals + 3), options, rounds);
    if (!value) return std::nullopt;
    module.options.push_back({Symbol(setting.substr(0, equals)), std::move(*value), false});
  }
  return module.to_argument();
}

std::optional<Argument> computed(const std::optional<Argument>& left, char sign,
                                 const std::optional<Argument>& right) {
  if (!left || !right || !left->is(Argument::Kind::Int) || !right->is(Argument::Kind::Int))
    return std::nullopt;
  if (sign == '*') return Argument(left->as_int() * right->as_int());
  return right->as_int() < 1 ? std::nullopt
                             : std::optional(Argument(left->as_int() / right->as_int()));
}

} // namespace

bool take_word(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word) || (text.size() > word.size() && text[word.size()] != ' '))
    return false;
  text.remove_prefix(std::min(text.size(), word.size() + 1));
  return true;
}

std::vector<std::string_view> split_outside_brackets(std::string_view text,
                                                     std::string_view separator) {
  std::vector<std::string_view> parts;
  size_t start = 0;
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += (text[i] == '(' || text[i] == '[') - (text[i] == ')' || text[i] == ']');
    if (depth != 0 || !text.substr(i).starts_with(separator)) continue;
    parts.push_back(text.substr(start, i - start));
    start = i + separator.size();
    i = start - 1;
  }
  if (start < text.size()) parts.push_back(text.substr(start));
  return parts;
}

std::optional<Argument> value_of(std::string_view text, const ModuleOptions& options,
                                 Rounds rounds) {
  if (text.starts_with('[') && text.ends_with(']'))
    return list_of(text.substr(1, text.size() - 2), options, rounds);
  if (const size_t open = text.find('('); text.ends_with(')') && open != text.npos)
    return module_of(text.substr(0, open), text.substr(open + 1, text.size() - open - 2), options,
                     rounds);
  for (const std::string_view sign : {" * ", " / "})
    if (const size_t at = text.find(sign); at != text.npos)
      return computed(value_of(text.substr(0, at), options, rounds), sign[1],
                      value_of(text.substr(at + 3), options, rounds));
  if (!text.starts_with('$')) return parse_python_literal(text);
  const auto round =
      std::ranges::find(rounds, text.substr(1), [](const auto& known) { return known.first; });
  return round == rounds.end() ? options.value(text.substr(1)) : Argument(round->second);
}

std::optional<bool> holds(std::string_view condition, const ModuleOptions& options, Rounds rounds) {
  return joined(condition, " or ", true, [&](std::string_view all) {
    return joined(all, " and ", false,
                  [&](std::string_view one) { return test(one, options, rounds); });
  });
}

std::string name_of(std::string_view text, Rounds rounds) {
  std::string name(text);
  for (const auto& [variable, number] : rounds) {
    const std::string place = "$" + std::string(variable);
    for (size_t at = name.find(place); at != name.npos; at = name.find(place, at))
      name.replace(at, place.size(), std::to_string(number));
  }
  return name;
}

} // namespace fx::ops
