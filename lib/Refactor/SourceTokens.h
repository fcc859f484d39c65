// The tokens of a file, without knowing what they mean: comments are none.
#pragma once

#include "fx/IR/Meta.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace fx::refactor {

class SourceTokens {
public:
  explicit SourceTokens(llvm::StringRef text);

  /// Whether a statement at `range` stands in a block, so that it can be taken out or another put
  /// before it; not the only statement of an if or a loop.
  bool is_in_block(const TextRange& range) const;
  /// Of the only statement of an if or a loop: where what it belongs to ends, `if (x)`, `else`.
  std::optional<uint32_t> head_of(const TextRange& range) const;
  /// The tokens before and behind a range; empty ones at the ends of the file.
  struct Around {
    TextRange before, after;
    llvm::StringRef before_text, after_text;
  };
  Around around(const TextRange& range) const;
  bool is_same_line(uint32_t begin, uint32_t end) const;
  /// The range and the lines it has for itself: its indentation and the end of its line, when
  /// nothing else stands there.
  TextRange with_line(TextRange range) const;
  /// The blanks before the first character of the line.
  llvm::StringRef indentation(uint32_t at) const;
  /// What a block is indented by in this file: what most lines behind an opening brace have more
  /// than the line of the brace.
  std::string indentation_step() const;
  llvm::StringRef line_end() const { return line_end_; }
  /// A variable's name, where it stands.
  struct Use {
    TextRange range;
    /// `name = ...;` in the block itself, not in one inside of it: where the statement ends.
    std::optional<uint32_t> assignment_end;
  };
  /// The uses of a name from a place to the end of the block that the place is in.
  std::vector<Use> uses(llvm::StringRef name, uint32_t from) const;
  uint32_t end_of_block(uint32_t from) const;
  /// The braces around a place, with what is between; nothing: there are none.
  std::optional<TextRange> block_around(uint32_t at) const;
  /// The arguments in the parentheses that begin at `open`, and where these end. Commas in brackets
  /// of all kinds are parts of an argument, but for those of templates.
  std::optional<std::vector<TextRange>> arguments_at(uint32_t open, uint32_t& end) const;
  /// Whether every token of the range is in one of the parts.
  bool is_covered(const TextRange& range, std::span<const TextRange> parts) const;
  /// A directive of the preprocessor in the range; nothing: there is none.
  std::optional<TextRange> directive_in(const TextRange& range) const;
  /// Where a name stands between #if and #endif, but for the guard around a header, and at none of
  /// these places.
  std::optional<TextRange> conditional_use(llvm::StringRef name,
                                           std::span<const TextRange> places) const;
  /// Whether no brace between two places is open at the second one, or closes one before the first.
  bool are_in_one_block(uint32_t from, uint32_t to) const;
  /// `wish`, or that with a number: a name that the file does not have yet. Taken from now on.
  std::string fresh_name(const std::string& wish);

private:
  void find_conditionals();
  struct Token {
    uint32_t begin, end;
  };
  llvm::StringRef text(const Token& token) const { return text_.slice(token.begin, token.end); }
  llvm::StringRef text_;
  llvm::StringRef line_end_;
  std::vector<Token> tokens_;
  std::vector<TextRange> directives_;   // their first two tokens, "#if"
  std::vector<TextRange> conditionals_; // from #if to #endif
  std::set<std::string> identifiers_;
};

} // namespace fx::refactor
