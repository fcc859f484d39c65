// Values in torch.fx's own text, which quotes nothing: what is no number, constant or node is a
// string up to the next comma or closing bracket.
#include "ParseArgument.h"

#include <vector>

namespace fx {

namespace {

using Kind = Argument::Kind;

/// Which of Python's two ways of writing values a text is in.
enum class Mode {
  FormatArg, // %node, text bare
  Repr,      // node by name, 'text'
};

class FxValueParser {
public:
  FxValueParser(TextCursor& cursor, const NodeResolver& resolve)
      : cursor_(cursor), resolve_(resolve) {}

  Argument parse(Mode mode) {
    std::vector<Level> levels;
    while (true) {
      cursor_.skip_blanks();
      const Mode current = levels.empty() ? mode : levels.back().mode;
      std::optional<Argument> value;
      if (const auto opened = open(current)) {
        if (!cursor_.accept(closing(opened->kind))) {
          if (levels.size() >= max_nesting)
            cursor_.fail(say(diag::text_nested_too_deeply, "values", max_nesting));
          levels.push_back(*opened);
          continue;
        }
        value = build(*opened);
      } else {
        const bool is_key = !levels.empty() && levels.back().kind == Kind::Dict &&
                            levels.back().items.size() % 2 == 0;
        value = leaf(current, is_key);
      }
      if (auto done = attach(levels, std::move(*value))) return *done;
    }
  }

private:
  struct Level {
    Kind kind;
    Mode mode;
    std::vector<Argument> items;
  };

  static std::string_view closing(Kind kind) {
    return kind == Kind::List ? "]" : kind == Kind::Dict ? "}" : ")";
  }

  std::optional<Level> open(Mode mode) {
    if (cursor_.peek() == '(') {
      const size_t begin = cursor_.offset();
      if (accept_number(cursor_)) {
        cursor_.move_to(begin);
        return std::nullopt;
      }
    }
    if (cursor_.accept("(")) return Level{Kind::Tuple, mode, {}};
    if (cursor_.accept("[")) return Level{Kind::List, mode, {}};
    if (cursor_.accept("{")) return Level{Kind::Dict, mode, {}};
    if (cursor_.accept("slice(")) return Level{Kind::Slice, Mode::Repr, {}};
    if (cursor_.accept("range(")) return Level{Kind::Range, Mode::Repr, {}};
    return std::nullopt;
  }

  static Argument build(Level level) {
    auto& items = level.items;
    switch (level.kind) {
    case Kind::List: return Argument::list(std::move(items));
    case Kind::Tuple: return Argument::tuple(std::move(items));
    case Kind::Dict: {
      std::vector<std::pair<Argument, Argument>> pairs;
      for (size_t i = 0; i + 1 < items.size(); i += 2)
        pairs.emplace_back(std::move(items[i]), std::move(items[i + 1]));
      return Argument::dict(std::move(pairs));
    }
    case Kind::Slice: items.resize(3); return Argument::slice(items[0], items[1], items[2]);
    default:
      if (items.size() < 3) items.emplace_back(1);
      items.resize(3);
      return Argument::range(items[0], items[1], items[2]);
    }
  }

  std::optional<Argument> attach(std::vector<Level>& levels, Argument done) {
    while (!levels.empty()) {
      Level& level = levels.back();
      level.items.push_back(std::move(done));
      cursor_.skip_blanks();
      if (level.kind == Kind::Dict && level.items.size() % 2 == 1) {
        cursor_.expect(":", "after a key");
        return std::nullopt;
      }
      const bool comma = cursor_.accept(",");
      cursor_.skip_blanks();
      if (!cursor_.accept(closing(level.kind))) {
        if (comma) return std::nullopt;
        cursor_.fail_expected("',' or '" + std::string(closing(level.kind)) + "'");
      }
      done = build(std::move(level));
      levels.pop_back();
    }
    return done;
  }

  /// The text up to a comma or a bracket that closes more than the text opened; of a key up to ':'.
  std::string_view bare_text(bool is_key) {
    const std::string_view rest = cursor_.rest();
    int depth = 0;
    size_t size = 0;
    for (; size < rest.size(); ++size) {
      const char c = rest[size];
      if (c == '(' || c == '[' || c == '{') ++depth;
      if ((c == ')' || c == ']' || c == '}') && --depth < 0) break;
      if (depth == 0 && (c == ',' || (is_key && c == ':'))) break;
    }
    cursor_.move_to(cursor_.offset() + size);
    return rest.substr(0, size);
  }

  Argument python_string_literal() {
    const char quote = cursor_.peek();
    cursor_.move_to(cursor_.offset() + 1);
    std::string text;
    while (!cursor_.at_end() && cursor_.peek() != quote) {
      char c = cursor_.peek();
      cursor_.move_to(cursor_.offset() + 1);
      if (c == '\\') {
        c = cursor_.peek();
        cursor_.move_to(cursor_.offset() + 1);
        if (c == 'n')
          c = '\n';
        else if (c == 't')
          c = '\t';
        else if (c == 'r')
          c = '\r';
      }
      text += c;
    }
    cursor_.expect(std::string_view(&quote, 1), "at the end of a string");
    return Argument::string(text);
  }

  Argument leaf(Mode mode, bool is_key) {
    const size_t begin = cursor_.offset();
    if (mode == Mode::Repr && (cursor_.peek() == '\'' || cursor_.peek() == '"'))
      return python_string_literal();
    const std::string_view text = bare_text(is_key);
    if (text == "None") return {};
    if (text == "True" || text == "False") return text == "True";
    if (text == "Ellipsis") return Argument::ellipsis();
    constexpr std::string_view torch = "torch.";
    if (text.starts_with(torch) && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_",
                                                          torch.size()) == std::string_view::npos)
      return torch_constant(text.substr(torch.size()));
    if (mode == Mode::FormatArg && text.starts_with('%')) return resolve_(text.substr(1), begin);
    try {
      TextCursor number(text);
      const auto value = accept_number(number);
      if (value && number.at_end()) return *value;
    } catch (const SyntaxError&) {
      return Argument::string(text); // Python's integers have no limit
    }
    if (mode == Mode::Repr) {
      if (text.starts_with("device(")) return device(text);
      if (Node* node = text.empty() ? nullptr : resolve_(text, begin)) return node;
    }
    return Argument::string(text);
  }

  /// device(type='cuda', index=1)
  static Argument device(std::string_view text) {
    const size_t quote = text.find('\'');
    const size_t end = text.find('\'', quote + 1);
    if (end == std::string_view::npos) return Argument::string(text);
    std::string name(text.substr(quote + 1, end - quote - 1));
    if (const size_t index = text.find("index="); index != std::string_view::npos)
      name += ":" + std::string(text.substr(index + 6, text.size() - index - 7));
    return Argument::device(name);
  }

  TextCursor& cursor_;
  const NodeResolver& resolve_;
};

} // namespace

Argument parse_fx_argument(TextCursor& cursor, const NodeResolver& resolve) {
  return FxValueParser(cursor, resolve).parse(Mode::FormatArg);
}

Argument parse_fx_result(std::string_view text, const NodeResolver& resolve) {
  // str() of a bare string has no quotes: only inside a tuple, list or dict are quotes quotes.
  const bool is_bare = text.starts_with('\'') || text.starts_with('"');
  TextCursor cursor(text);
  try {
    Argument value = is_bare ? Argument() : FxValueParser(cursor, resolve).parse(Mode::Repr);
    if (!is_bare && cursor.at_end()) return value;
  } catch (const SyntaxError&) {
    return Argument::string(text); // torch.fx prints objects of any class here
  }
  return Argument::string(text);
}

} // namespace fx
