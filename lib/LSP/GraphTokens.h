// The words and signs of a graph's text (docs/TextForm.md), as it is typed: any text has some.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace fx::lsp {

/// The piece [begin, end) of a text, in bytes.
struct TextPiece {
  size_t begin = 0;
  size_t end = 0;

  /// Whether a cursor at this byte is in it, or touches its end.
  bool touches(size_t offset) const { return begin <= offset && offset <= end; }
  size_t size() const { return end - begin; }
  std::string_view in(std::string_view text) const { return text.substr(begin, end - begin); }
};

/// What a token means, as semantic tokens call it: in the order of their legend.
enum class TokenMeaning : uint8_t {
  Keyword,
  Variable,
  Function,
  Method,
  Property,
  Class,
  Type,
  Parameter,
  String,
  Number,
  Comment,
  Nothing,
};

struct GraphToken {
  enum class Kind : uint8_t { Word, Number, Node, String, Comment, Target, Sign };
  TextPiece piece;
  Kind kind = Kind::Sign;
  /// Nothing but blanks stands before it in its line.
  bool is_first = false;
  TokenMeaning meaning = TokenMeaning::Nothing;
};

/// All tokens, comments among them; none goes over the end of a line. What strings, numbers,
/// comments and names of nodes mean is told already.
std::vector<GraphToken> graph_tokens(std::string_view text);

} // namespace fx::lsp
