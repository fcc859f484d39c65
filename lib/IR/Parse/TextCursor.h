// A place in a text that is being parsed, and the smallest things that can stand there.
#pragma once

#include "../Messages.h"

#include <optional>
#include <string>
#include <string_view>

namespace fx {

/// What is wrong at an offset; ends the parsing of one statement.
struct SyntaxError {
  size_t offset;
  Saying said;
  std::string note;
};

/// How deep modules and values may be nested. No model comes near it; paths and what is written of
/// them grow with the square of it, and writers of code follow values by recursion.
inline constexpr size_t max_nesting = 1000;

class TextCursor {
public:
  explicit TextCursor(std::string_view text) : text_(text) {}

  std::string_view text() const { return text_; }
  size_t offset() const { return at_; }
  void move_to(size_t offset) { at_ = offset; }
  bool at_end() const { return at_ == text_.size(); }
  /// The next character, '\0' at the end.
  char peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  std::string_view rest() const { return text_.substr(at_); }

  /// Skips white space and comments.
  void skip_space();
  /// Skips blanks of this line alone.
  void skip_blanks();
  void skip_line();
  /// Consumes `expected` if it stands here.
  bool accept(std::string_view expected);
  /// Like accept, with white space before; SyntaxError when something else stands here.
  void expect(std::string_view expected, std::string_view where = {});
  /// Letters, digits and underscores; may be empty.
  std::string_view word();
  std::string_view peek_word() const;
  /// A string in double quotes, escapes undone.
  std::string quoted();
  /// What stands here, for messages: "'foo'", "the end of the line".
  std::string found() const;

  [[noreturn]] void fail(Saying said, std::string note = {}) const {
    fail_at(at_, std::move(said), std::move(note));
  }
  [[noreturn]] static void fail_at(size_t offset, Saying said, std::string note = {}) {
    throw SyntaxError{offset, std::move(said), std::move(note)};
  }
  /// "expected WHAT, found what stands here".
  [[noreturn]] void fail_expected(std::string_view what, std::string note = {}) const;

private:
  std::string_view text_;
  size_t at_ = 0;
};

bool is_word_character(char c);

} // namespace fx
