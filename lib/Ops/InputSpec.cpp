#include "fx/Ops/InputSpec.h"

#include "fx/IR/ElementType.h"
#include "fx/Support/Identifier.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>

namespace fx::ops {

namespace {

/// All of it is a number in decimal digits.
bool to_integer(std::string_view text, int64_t& number) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return problem == std::errc() && end == text.data() + text.size();
}

bool to_double(std::string_view text, double& number) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  // Too large or too small: from_chars leaves the choice to us; strtod's answers.
  if (problem == std::errc::result_out_of_range)
    number = std::strtod(std::string(text).c_str(), nullptr);
  else if (problem != std::errc())
    return false;
  return end == text.data() + text.size();
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view spaces = " \t\n\v\f\r";
  const size_t first = text.find_first_not_of(spaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

/// Before and behind the first `separator`; all of it and nothing where there is none.
std::pair<std::string_view, std::string_view> split(std::string_view text,
                                                    std::string_view separator) {
  const size_t at = text.find(separator);
  if (at == std::string_view::npos) return {text, {}};
  return {text.substr(0, at), text.substr(at + separator.size())};
}

bool is_bracketed(std::string_view text, char open, char close) {
  return text.size() >= 2 && text.front() == open && text.back() == close;
}

std::string_view without_ends(std::string_view text) {
  return text.substr(1, text.size() - 2);
}

/// The parts between commas that are in no bracket.
std::vector<std::string_view> split_items(std::string_view text) {
  std::vector<std::string_view> items;
  int depth = 0;
  size_t start = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' || text[i] == '[';
    depth -= text[i] == ')' || text[i] == ']';
    if (text[i] != ',' || depth > 0) continue;
    items.push_back(text.substr(start, i - start));
    start = i + 1;
  }
  if (!trimmed(text).empty()) items.push_back(text.substr(start));
  return items;
}

/// False when it cannot be read.
bool parse_bound(std::string_view text, std::optional<int64_t>& bound) {
  int64_t number = 0;
  if (text.empty()) return true;
  if (!to_integer(text, number) || number < 0) return false;
  bound = number;
  return true;
}

/// "batch", "batch:1..64": what stands in the brackets behind a size.
std::optional<DynamicSize> parse_dynamic(std::string_view text, size_t dimension) {
  const auto [name, range] = split(text, ":");
  DynamicSize size{.dimension = dimension, .name = std::string(name), .least = {}, .most = {}};
  if (!is_identifier(name)) return std::nullopt;
  if (text.find(':') == std::string_view::npos) return size;
  const auto [least, most] = split(range, "..");
  if (range.find("..") == std::string_view::npos || !parse_bound(least, size.least) ||
      !parse_bound(most, size.most))
    return std::nullopt;
  if (size.least && size.most && *size.least > *size.most) return std::nullopt;
  return size;
}

/// Where a separator stands outside of brackets; the end when nowhere.
size_t find_outside(std::string_view text, char separator) {
  bool inside = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[' || text[i] == ']') inside = text[i] == '[';
    if (text[i] == separator && !inside) return i;
  }
  return text.size();
}

bool parse_sizes(std::string_view text, bool names, InputSpec& spec) {
  for (bool is_last = false; !is_last;) {
    const size_t end = find_outside(text, 'x');
    is_last = end == text.size();
    std::string_view part = text.substr(0, end);
    text.remove_prefix(is_last ? end : end + 1);
    if (part.ends_with(']')) {
      part.remove_suffix(1);
      const auto [number, inside] = split(part, "[");
      std::optional<DynamicSize> size = parse_dynamic(inside, spec.tensor.shape.size());
      if (!size) return false;
      spec.dynamic.push_back(std::move(*size));
      part = number;
    } else if (names && is_identifier(part)) {
      spec.dynamic.push_back({spec.tensor.shape.size(), std::string(part), {}, {}});
      spec.tensor.shape.push_back(-1);
      continue;
    }
    int64_t size = 0;
    if (!to_integer(part, size) || size < 0) return false;
    spec.tensor.shape.push_back(size);
  }
  return true;
}

std::optional<InputSpec> parse_tensor(std::string_view text, bool names) {
  InputSpec spec;
  spec.kind = InputSpec::Kind::Tensor;
  const size_t colon = find_outside(text, ':');
  const std::string_view sizes = text.substr(0, colon);
  const std::string_view dtype = colon < text.size() ? text.substr(colon + 1) : std::string_view();
  if (colon < text.size() && dtype.empty()) return std::nullopt;
  const auto [dtype_name, below] = split(dtype, "<");
  if (dtype.find('<') != std::string_view::npos &&
      (!to_integer(below, spec.below) || spec.below <= 0))
    return std::nullopt;
  const std::string_view name = dtype_name.empty() ? "float32" : dtype_name;
  const ElementType* type = find_element_type(name);
  spec.tensor.dtype = Symbol(type ? type->name : name);
  if (sizes == "scalar") return spec;
  if (!parse_sizes(sizes, names, spec)) return std::nullopt;
  return spec;
}

std::optional<Argument> parse_literal(std::string_view text) {
  int64_t integer = 0;
  double number = 0;
  if (text == "none") return Argument();
  if (text == "true" || text == "false") return Argument(text == "true");
  if (to_integer(text, integer)) return Argument(integer);
  if (is_bracketed(text, '"', '"')) return Argument::string(without_ends(text));
  // "1x3" is no hexadecimal number.
  if (text.find('x') == std::string_view::npos && to_double(text, number)) return Argument(number);
  return std::nullopt;
}

} // namespace

bool InputSpec::has_dynamic_sizes() const {
  return !dynamic.empty() || std::ranges::any_of(items, &InputSpec::has_dynamic_sizes);
}

namespace {

std::optional<InputSpec> parse_nested(std::string_view text, bool of_tensors, bool names) {
  text = trimmed(text);
  const bool is_tuple = is_bracketed(text, '(', ')');
  if (is_tuple || is_bracketed(text, '[', ']')) {
    InputSpec spec;
    spec.kind = is_tuple ? InputSpec::Kind::Tuple : InputSpec::Kind::List;
    for (const std::string_view item : split_items(without_ends(text))) {
      std::optional<InputSpec> parsed = parse_nested(item, of_tensors, names);
      if (!parsed) return std::nullopt;
      spec.items.push_back(std::move(*parsed));
    }
    return spec;
  }
  const std::optional<Argument> literal = parse_literal(text);
  if (literal && !(of_tensors && literal->is(Argument::Kind::Int))) {
    InputSpec spec;
    spec.literal = *literal;
    return spec;
  }
  return parse_tensor(text, names);
}

/// Lists in lists are read by recursion, and no forward takes any that are nested so deep.
bool is_nested_too_deeply(std::string_view text) {
  constexpr int max_depth = 100;
  int depth = 0;
  return std::ranges::any_of(text, [&](char c) {
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    return depth > max_depth;
  });
}

} // namespace

std::optional<InputSpec> parse_input_spec(std::string_view text, bool of_tensors, bool names) {
  return is_nested_too_deeply(text) ? std::nullopt : parse_nested(text, of_tensors, names);
}

Expected<ExampleValue> make_example(Kernels& kernels, const InputSpec& spec) {
  switch (spec.kind) {
  case InputSpec::Kind::Literal: return kernels.literal(spec.literal);
  case InputSpec::Kind::Tensor: return kernels.tensor(spec.tensor);
  case InputSpec::Kind::List:
  case InputSpec::Kind::Tuple: break;
  }
  std::vector<ExampleValue> items;
  items.reserve(spec.items.size());
  for (const InputSpec& item : spec.items) {
    Expected<ExampleValue> value = make_example(kernels, item);
    if (!value) return value.error();
    items.push_back(std::move(*value));
  }
  return kernels.sequence(items, spec.kind == InputSpec::Kind::Tuple);
}

namespace {

std::string literal_text(const Argument& literal) {
  switch (literal.kind()) {
  case Argument::Kind::Bool: return literal.as_bool() ? "true" : "false";
  case Argument::Kind::Int: return fmt::format("{}", literal.as_int());
  case Argument::Kind::Float: return fmt::format("{:#}", literal.as_float());
  case Argument::Kind::String: return fmt::format("\"{}\"", literal.symbol().view());
  default: return "none";
  }
}

std::string tensor_text(const InputSpec& spec) {
  std::vector<std::string> sizes;
  sizes.reserve(spec.tensor.shape.size());
  for (const int64_t size : spec.tensor.shape)
    sizes.push_back(fmt::to_string(size));
  for (const DynamicSize& size : spec.dynamic) {
    std::string bounds;
    if (size.least || size.most)
      bounds = fmt::format(":{}..{}", size.least ? fmt::to_string(*size.least) : "",
                           size.most ? fmt::to_string(*size.most) : "");
    sizes[size.dimension] += fmt::format("[{}{}]", size.name, bounds);
  }
  std::string text = sizes.empty() ? "scalar" : fmt::format("{}", fmt::join(sizes, "x"));
  text += ":" + spec.tensor.dtype.str();
  return spec.below > 0 ? text + fmt::format("<{}", spec.below) : text;
}

/// The name with its "=", and the value.
std::pair<std::string, std::string> parts_of(const std::string& input) {
  const size_t at = input.find('=');
  return at == std::string::npos ? std::pair(std::string(), input)
                                 : std::pair(input.substr(0, at + 1), input.substr(at + 1));
}

/// Whether no name alone is the only size of its tensor.
bool has_sizes_beside(const InputSpec& spec) {
  const bool is_word = spec.kind == InputSpec::Kind::Tensor && spec.tensor.shape.size() == 1 &&
                       spec.tensor.shape.front() < 0;
  return !is_word && std::ranges::all_of(spec.items, has_sizes_beside);
}

/// What an input says whose sizes may be names alone; nothing where none is.
std::optional<InputSpec> with_names_alone(const std::string& input) {
  const std::string value = parts_of(input).second;
  // What is read without them has none.
  if (parse_input_spec(value, /*of_tensors=*/true)) return std::nullopt;
  std::optional<InputSpec> spec = parse_input_spec(value, /*of_tensors=*/true, /*names=*/true);
  // A word may be anything: only beside another size is it one.
  return spec && has_sizes_beside(*spec) ? spec : std::nullopt;
}

template <typename Visit>
void visit_sizes(InputSpec& spec, const Visit& visit) {
  for (const DynamicSize& size : spec.dynamic)
    visit(size, spec.tensor.shape[size.dimension]);
  for (InputSpec& item : spec.items)
    visit_sizes(item, visit);
}

} // namespace

std::string to_text(const InputSpec& spec) {
  if (spec.kind == InputSpec::Kind::Tensor) return tensor_text(spec);
  if (spec.kind == InputSpec::Kind::Literal) return literal_text(spec.literal);
  std::vector<std::string> items;
  items.reserve(spec.items.size());
  for (const InputSpec& item : spec.items)
    items.push_back(to_text(item));
  const std::string joined = fmt::format("{}", fmt::join(items, ","));
  return spec.kind == InputSpec::Kind::List ? "[" + joined + "]" : "(" + joined + ")";
}

bool has_names_alone(const std::vector<std::string>& inputs) {
  return std::ranges::any_of(
      inputs, [](const std::string& input) { return with_names_alone(input).has_value(); });
}

std::vector<std::string> with_numbers(std::vector<std::string> inputs, int64_t size) {
  constexpr int64_t num_samples = 2;
  std::vector<std::optional<InputSpec>> specs;
  std::map<std::string, int64_t> said, chosen;
  for (const std::string& input : inputs) {
    std::optional<InputSpec>& spec = specs.emplace_back(with_names_alone(input));
    if (!spec) spec = parse_input_spec(parts_of(input).second, /*of_tensors=*/true);
    if (spec)
      visit_sizes(*spec, [&](const DynamicSize& dynamic, int64_t number) {
        if (number >= 0) said.emplace(dynamic.name, number);
        int64_t& of_name = chosen.emplace(dynamic.name, num_samples).first->second;
        if (dynamic.dimension != 0) of_name = size;
      });
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!with_names_alone(inputs[i])) continue;
    visit_sizes(*specs[i], [&](const DynamicSize& dynamic, int64_t& number) {
      if (number >= 0) return;
      const auto given = said.find(dynamic.name);
      number = given != said.end() ? given->second : chosen.at(dynamic.name);
    });
    inputs[i] = parts_of(inputs[i]).first + to_text(*specs[i]);
  }
  return inputs;
}

} // namespace fx::ops
