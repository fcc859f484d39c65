#include "ParseArgument.h"

#include "fx/IR/MemoryLayout.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace fx {

namespace {

using Kind = Argument::Kind;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// [+-] digits [. digits] [e [+-] digits], inf or nan; empty when none of these stands here.
std::string_view number_text(const TextCursor& cursor, bool& is_float) {
  size_t size = 0;
  const auto digits = [&] {
    const size_t begin = size;
    while (is_digit(cursor.peek(size)))
      ++size;
    return size > begin;
  };
  if (cursor.peek() == '+' || cursor.peek() == '-') ++size;
  const std::string_view after_sign = cursor.rest().substr(size);
  is_float = true;
  if (after_sign.starts_with("inf") || after_sign.starts_with("nan")) {
    size += 3;
    // The j of a complex number may follow, but no name that only begins like this.
    const char next = cursor.peek(size);
    const bool imaginary = next == 'j' && !is_word_character(cursor.peek(size + 1));
    return is_word_character(next) && !imaginary ? std::string_view()
                                                 : cursor.rest().substr(0, size);
  }
  is_float = false;
  bool has_digits = digits();
  if (cursor.peek(size) == '.' && (has_digits || is_digit(cursor.peek(size + 1)))) {
    is_float = true;
    ++size;
    has_digits |= digits();
  }
  if (!has_digits) return {};
  if (cursor.peek(size) == 'e' || cursor.peek(size) == 'E') {
    const size_t before = size++;
    if (cursor.peek(size) == '+' || cursor.peek(size) == '-') ++size;
    if (digits())
      is_float = true;
    else
      size = before;
  }
  return cursor.rest().substr(0, size);
}

double to_double(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem == std::errc::result_out_of_range)
    // Too large or too small: from_chars leaves the choice to us; strtod's answers.
    return std::strtod(std::string(text).c_str(), nullptr);
  return value;
}

/// A real part, then an imaginary one, in parentheses.
std::optional<Argument> accept_complex(TextCursor& cursor) {
  const size_t begin = cursor.offset();
  bool is_float = false;
  cursor.move_to(begin + 1);
  const std::string_view real = number_text(cursor, is_float);
  cursor.move_to(cursor.offset() + real.size());
  if (!real.empty() && (cursor.peek() == '+' || cursor.peek() == '-')) {
    const std::string_view imaginary = number_text(cursor, is_float);
    cursor.move_to(cursor.offset() + imaginary.size());
    if (!imaginary.empty() && cursor.accept("j)"))
      return Argument::complex(to_double(real), to_double(imaginary));
  }
  cursor.move_to(begin);
  return std::nullopt;
}

Argument scalar(TextCursor& cursor, const NodeResolver& resolve) {
  const size_t begin = cursor.offset();
  const char c = cursor.peek();
  if (c == '%') {
    cursor.move_to(begin + 1);
    const std::string_view name = cursor.word();
    if (name.empty()) cursor.fail_expected("the name of a node after '%'");
    return resolve(name, begin);
  }
  if (c == '"') return Argument::string(cursor.quoted());
  if (cursor.accept("...")) return Argument::ellipsis();
  if (const auto number = accept_number(cursor)) return *number;
  const std::string_view word = cursor.word();
  if (word == "None") return {};
  if (word == "True" || word == "False") return word == "True";
  if (word == "Ellipsis") return Argument::ellipsis();
  if (word == "torch" && cursor.accept(".")) {
    const std::string_view name = cursor.word();
    if (name.empty())
      cursor.fail(
          say(diag::expected_in_a_graph, "a dtype, layout or memory format after 'torch.'"));
    return torch_constant(name);
  }
  if (word == "device") {
    cursor.expect("(", "after 'device'");
    cursor.skip_space();
    if (cursor.peek() != '"')
      cursor.fail(say(diag::expected_in_a_graph, R"(a device in quotes, such as "cuda:0")"));
    const std::string name = cursor.quoted();
    cursor.expect(")", "after the device");
    return Argument::device(name);
  }
  cursor.move_to(begin);
  cursor.fail_expected("a value",
                       word.empty() ? "" : "strings stand in double quotes, nodes begin with %");
}

struct Level {
  Kind kind;
  size_t begin;
  std::vector<Argument> items;
};

std::string_view closing(Kind kind) {
  switch (kind) {
  case Kind::List: return "]";
  case Kind::Dict: return "}";
  default: return ")";
  }
}

/// The aggregate that begins here, its opening consumed.
std::optional<Kind> accept_opening(TextCursor& cursor) {
  if (cursor.accept("(")) return Kind::Tuple;
  if (cursor.accept("[")) return Kind::List;
  if (cursor.accept("{")) return Kind::Dict;
  if (cursor.accept("slice(")) return Kind::Slice;
  if (cursor.accept("range(")) return Kind::Range;
  return std::nullopt;
}

Argument build(Level level, bool trailing_comma) {
  auto& items = level.items;
  switch (level.kind) {
  case Kind::List: return Argument::list(std::move(items));
  case Kind::Tuple:
    if (items.size() == 1 && !trailing_comma)
      TextCursor::fail_at(level.begin, say(diag::tuple_without_a_comma));
    return Argument::tuple(std::move(items));
  case Kind::Dict: {
    std::vector<std::pair<Argument, Argument>> pairs;
    for (size_t i = 0; i + 1 < items.size(); i += 2)
      pairs.emplace_back(std::move(items[i]), std::move(items[i + 1]));
    return Argument::dict(std::move(pairs));
  }
  case Kind::Slice:
    if (items.size() == 2) items.emplace_back();
    if (items.size() != 3)
      TextCursor::fail_at(level.begin, say(diag::range_or_slice_bounds, "slice"));
    return Argument::slice(items[0], items[1], items[2]);
  default:
    if (items.size() == 2) items.emplace_back(1);
    if (items.size() != 3)
      TextCursor::fail_at(level.begin, say(diag::range_or_slice_bounds, "range"));
    return Argument::range(items[0], items[1], items[2]);
  }
}

/// Attaches `done` to the innermost level, and closes levels that end here. Nothing when another
/// value has to follow, else the finished outermost value.
std::optional<Argument> attach(TextCursor& cursor, std::vector<Level>& levels, Argument done) {
  while (!levels.empty()) {
    Level& level = levels.back();
    level.items.push_back(std::move(done));
    cursor.skip_space();
    if (level.kind == Kind::Dict && level.items.size() % 2 == 1) {
      if (!cursor.accept(":")) cursor.fail_expected("':' after a key");
      return std::nullopt;
    }
    const bool comma = cursor.accept(",");
    if (comma) cursor.skip_space();
    if (!cursor.accept(closing(level.kind))) {
      if (comma) return std::nullopt;
      cursor.fail_expected(fmt::format("',' or '{}'", closing(level.kind)));
    }
    done = build(std::move(level), comma);
    levels.pop_back();
  }
  return done;
}

} // namespace

Argument torch_constant(std::string_view name) {
  if (find_layout(name) != nullptr) return Argument::layout(name);
  if (find_memory_format(name) != nullptr) return Argument::memory_format(name);
  return Argument::dtype(name);
}

std::optional<Argument> accept_number(TextCursor& cursor) {
  if (cursor.peek() == '(') return accept_complex(cursor);
  const size_t begin = cursor.offset();
  bool is_float = false;
  const std::string_view text = number_text(cursor, is_float);
  if (text.empty()) return std::nullopt;
  cursor.move_to(begin + text.size());
  if (cursor.peek() == 'j' && !is_word_character(cursor.peek(1))) {
    cursor.accept("j");
    return Argument::complex(0, to_double(text));
  }
  if (is_word_character(cursor.peek())) {
    cursor.move_to(begin);
    return std::nullopt;
  }
  if (is_float) return to_double(text);
  int64_t value = 0;
  const std::string_view digits = text.starts_with('+') ? text.substr(1) : text;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (problem != std::errc()) TextCursor::fail_at(begin, say(diag::integer_over_64_bits, text));
  return value;
}

Argument parse_argument(TextCursor& cursor, const NodeResolver& resolve) {
  std::vector<Level> levels;
  while (true) {
    cursor.skip_space();
    const size_t begin = cursor.offset();
    std::optional<Argument> value;
    if (cursor.peek() == '(') value = accept_number(cursor);
    if (!value) {
      if (const auto kind = accept_opening(cursor)) {
        cursor.skip_space();
        if (!cursor.accept(closing(*kind))) {
          if (levels.size() >= max_nesting)
            TextCursor::fail_at(begin, say(diag::text_nested_too_deeply, "values", max_nesting));
          levels.push_back({*kind, begin, {}});
          continue;
        }
        value = build({*kind, begin, {}}, false);
      } else {
        value = scalar(cursor, resolve);
      }
    }
    if (auto done = attach(cursor, levels, std::move(*value))) return *done;
  }
}

} // namespace fx
