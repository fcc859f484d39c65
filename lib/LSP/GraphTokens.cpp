#include "GraphTokens.h"

#include <algorithm>

namespace fx::lsp {

namespace {

using Kind = GraphToken::Kind;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

class Lexer {
public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<GraphToken> run();

private:
  char peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\n';
  }
  std::string_view rest() const { return text_.substr(at_); }
  size_t line_end() const { return std::min(text_.find_first_of("\r\n", at_), text_.size()); }
  void add(Kind kind, size_t end, TokenMeaning meaning);
  bool at_comment() const;
  void word();
  void target();
  size_t number_end() const;
  size_t string_end() const;

  std::string_view text_;
  size_t at_ = 0;
  bool is_first_ = true;
  std::vector<GraphToken> tokens_;
};

void Lexer::add(Kind kind, size_t end, TokenMeaning meaning) {
  tokens_.push_back({{at_, end}, kind, is_first_, meaning});
  is_first_ = false;
  at_ = end;
}

bool Lexer::at_comment() const {
  if (peek() == '/') return peek(1) == '/';
  // torch.fx 1 writes `[#users=1]`.
  const bool in_brackets = at_ > 0 && text_[at_ - 1] == '[' && rest().starts_with("#users=");
  return peek() == '#' && !in_brackets;
}

size_t Lexer::string_end() const {
  const size_t end = line_end();
  for (size_t i = at_ + 1; i < end; ++i) {
    if (text_[i] == '\\') {
      ++i;
      continue;
    }
    if (text_[i] == '"') return i + 1;
  }
  return end;
}

size_t Lexer::number_end() const {
  size_t end = at_;
  while (end < text_.size() &&
         (is_word(text_[end]) || text_[end] == '.' ||
          ((text_[end] == '-' || text_[end] == '+') && (text_[end - 1] | 0x20) == 'e')))
    ++end;
  return end;
}

void Lexer::word() {
  size_t end = at_;
  while (end < text_.size() && is_word(text_[end]))
    ++end;
  const bool is_target = text_.substr(at_, end - at_) == "target" && !tokens_.empty() &&
                         tokens_.back().piece.in(text_) == "[";
  add(Kind::Word, end, TokenMeaning::Nothing);
  if (is_target) target();
}

/// Whatever stands up to the bracket: `operator.add`, `layer1.0`.
void Lexer::target() {
  const auto skip_blanks = [&] {
    while (is_blank(peek()))
      ++at_;
  };
  skip_blanks();
  if (peek() != '=') return;
  add(Kind::Sign, at_ + 1, TokenMeaning::Nothing);
  skip_blanks();
  if (peek() == '"') return;
  size_t end = std::min(text_.find(']', at_), line_end());
  while (end > at_ && is_blank(text_[end - 1]))
    --end;
  if (end > at_) add(Kind::Target, end, TokenMeaning::Nothing);
}

std::vector<GraphToken> Lexer::run() {
  while (at_ < text_.size()) {
    const char c = peek();
    if (c == '\n' || c == '\r') {
      is_first_ = true;
      ++at_;
    } else if (is_blank(c)) {
      ++at_;
    } else if (at_comment()) {
      add(Kind::Comment, line_end(), TokenMeaning::Comment);
    } else if (c == '"') {
      add(Kind::String, string_end(), TokenMeaning::String);
    } else if (c == '%') {
      size_t end = at_ + 1;
      while (end < text_.size() && is_word(text_[end]))
        ++end;
      add(Kind::Node, end, TokenMeaning::Variable);
    } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      add(Kind::Number, number_end(), TokenMeaning::Number);
    } else if (is_word(c)) {
      word();
    } else {
      // A whole character of UTF-8.
      size_t end = at_ + (rest().starts_with("::") ? 2 : 1);
      while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0) == 0x80)
        ++end;
      add(Kind::Sign, end, TokenMeaning::Nothing);
    }
  }
  return std::move(tokens_);
}

} // namespace

std::vector<GraphToken> graph_tokens(std::string_view text) {
  return Lexer(text).run();
}

} // namespace fx::lsp
