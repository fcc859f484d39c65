#include "SourceTokens.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>
#include <map>

namespace fx::refactor {

SourceTokens::SourceTokens(llvm::StringRef text)
    : text_(text), line_end_(text.contains("\r\n") ? "\r\n" : "\n") {
  clang::LangOptions language;
  language.CPlusPlus = language.CPlusPlus20 = true;
  clang::Lexer lexer(clang::SourceLocation(), language, text.begin(), text.begin(), text.end());
  clang::Token token;
  bool is_in_directive = false; // behind its #
  while (!lexer.LexFromRawLexer(token)) {
    const auto end = static_cast<uint32_t>(lexer.getBufferLocation() - text.begin());
    const uint32_t begin = end - token.getLength();
    tokens_.push_back({begin, end});
    if (is_in_directive) directives_.back().end = end;
    is_in_directive = token.is(clang::tok::hash) && token.isAtStartOfLine();
    if (is_in_directive) directives_.push_back({begin, end});
    if (token.is(clang::tok::raw_identifier)) identifiers_.insert(text.slice(begin, end).str());
  }
  find_conditionals();
}

void SourceTokens::find_conditionals() {
  std::vector<TextRange> open;
  for (const TextRange& directive : directives_) {
    const llvm::StringRef name = text_.slice(directive.begin + 1, directive.end).ltrim();
    if (name.starts_with("if")) open.push_back(directive);
    if (name != "endif" || open.empty()) continue;
    const TextRange whole{open.back().begin, directive.end};
    open.pop_back();
    const bool is_guard = whole.begin == tokens_.front().begin && whole.end == tokens_.back().end;
    if (!is_guard) conditionals_.push_back(whole);
  }
}

std::optional<TextRange> SourceTokens::directive_in(const TextRange& range) const {
  const auto found = std::ranges::find_if(
      directives_, [&](const TextRange& directive) { return range.contains(directive); });
  return found == directives_.end() ? std::nullopt : std::optional(*found);
}

std::optional<TextRange> SourceTokens::conditional_use(llvm::StringRef name,
                                                       std::span<const TextRange> places) const {
  for (const Token& token : tokens_) {
    const TextRange range{token.begin, token.end};
    const auto is_around = [&](const TextRange& outer) { return outer.contains(range); };
    if (text_.slice(token.begin, token.end) == name &&
        std::ranges::find(places, range) == places.end() &&
        std::ranges::any_of(conditionals_, is_around))
      return range;
  }
  return std::nullopt;
}

SourceTokens::Around SourceTokens::around(const TextRange& range) const {
  Around result;
  const auto first = std::ranges::lower_bound(tokens_, range.begin, {}, &Token::begin);
  if (first != tokens_.begin()) {
    const Token& token = *std::prev(first);
    result.before = {token.begin, token.end};
    result.before_text = text_.slice(token.begin, token.end);
  }
  const auto next = std::ranges::lower_bound(tokens_, range.end, {}, &Token::begin);
  if (next != tokens_.end()) {
    result.after = {next->begin, next->end};
    result.after_text = text_.slice(next->begin, next->end);
  }
  return result;
}

bool SourceTokens::is_same_line(uint32_t begin, uint32_t end) const {
  return !text_.slice(begin, end).contains('\n');
}

bool SourceTokens::is_in_block(const TextRange& range) const {
  const llvm::StringRef text = around(range).before_text;
  return text == "{" || text == "}" || text == ";" || text == ":";
}

std::optional<uint32_t> SourceTokens::head_of(const TextRange& range) const {
  const Around around = this->around(range);
  const llvm::StringRef text = around.before_text;
  if (text == ")" || text == "else" || text == "do") return around.before.end;
  return std::nullopt;
}

TextRange SourceTokens::with_line(TextRange range) const {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  uint32_t begin = range.begin;
  while (begin > 0 && is_blank(text_[begin - 1]))
    --begin;
  uint32_t end = range.end;
  while (end < text_.size() && (is_blank(text_[end]) || text_[end] == '\r'))
    ++end;
  const bool from_start = begin == 0 || text_[begin - 1] == '\n';
  const bool to_end = end == text_.size() || text_[end] == '\n';
  // In front of a comment the blanks between go too.
  if (!from_start || !to_end) return from_start && !to_end ? TextRange{range.begin, end} : range;
  return {begin, end == text_.size() ? end : end + 1};
}

llvm::StringRef SourceTokens::indentation(uint32_t at) const {
  const size_t start = text_.rfind('\n', at) + 1; // npos + 1 is 0
  return text_.drop_front(start).take_while([](char c) { return c == ' ' || c == '\t'; });
}

std::string SourceTokens::indentation_step() const {
  std::map<std::string, size_t> steps;
  for (size_t i = 0; i + 1 < tokens_.size(); ++i) {
    const Token &brace = tokens_[i], &next = tokens_[i + 1];
    if (text(brace) != "{" || is_same_line(brace.begin, next.begin)) continue;
    llvm::StringRef inner = indentation(next.begin);
    if (inner.consume_front(indentation(brace.begin)) && !inner.empty()) ++steps[inner.str()];
  }
  const auto most = std::ranges::max_element(
      steps, {}, [](const std::pair<const std::string, size_t>& step) { return step.second; });
  return most == steps.end() ? "  " : most->first;
}

uint32_t SourceTokens::end_of_block(uint32_t from) const {
  int depth = 0;
  for (auto at = std::ranges::lower_bound(tokens_, from, {}, &Token::begin); at != tokens_.end();
       ++at) {
    depth += text(*at) == "{";
    depth -= text(*at) == "}";
    if (depth < 0) return at->begin;
  }
  return static_cast<uint32_t>(text_.size());
}

std::optional<TextRange> SourceTokens::block_around(uint32_t at) const {
  const uint32_t end = end_of_block(at);
  if (end == text_.size()) return std::nullopt;
  int depth = 0;
  for (auto token = std::ranges::lower_bound(tokens_, at, {}, &Token::begin);
       token != tokens_.begin();) {
    --token;
    depth += text(*token) == "}";
    depth -= text(*token) == "{";
    if (depth < 0) return TextRange{token->begin, end + 1};
  }
  return std::nullopt;
}

bool SourceTokens::are_in_one_block(uint32_t from, uint32_t to) const {
  int depth = 0;
  for (auto at = std::ranges::lower_bound(tokens_, from, {}, &Token::begin);
       at != tokens_.end() && at->begin < to && depth >= 0; ++at) {
    depth += text(*at) == "{";
    depth -= text(*at) == "}";
  }
  return depth == 0;
}

std::vector<SourceTokens::Use> SourceTokens::uses(llvm::StringRef name, uint32_t from) const {
  std::vector<Use> found;
  const uint32_t end = end_of_block(from);
  const auto first = std::ranges::lower_bound(tokens_, from, {}, &Token::begin);
  int depth = 0;
  for (auto at = first; at != tokens_.end() && at->begin < end; ++at) {
    depth += text(*at) == "{";
    depth -= text(*at) == "}";
    const llvm::StringRef before = at == tokens_.begin() ? "" : text(*std::prev(at));
    if (text(*at) != name || before == "." || before == "->" || before == "::") continue;
    Use& use = found.emplace_back(Use{{at->begin, at->end}, std::nullopt});
    const bool begins = before == ";" || before == "{" || before == "}";
    if (depth != 0 || !begins || std::next(at) == tokens_.end() || text(*std::next(at)) != "=")
      continue;
    const auto semicolon =
        std::find_if(at, tokens_.end(), [&](const Token& token) { return text(token) == ";"; });
    if (semicolon != tokens_.end()) use.assignment_end = semicolon->end;
  }
  return found;
}

std::optional<std::vector<TextRange>> SourceTokens::arguments_at(uint32_t open,
                                                                 uint32_t& end) const {
  std::vector<TextRange> arguments;
  auto at = std::ranges::lower_bound(tokens_, open, {}, &Token::begin);
  TextRange argument;
  for (int depth = 0; at != tokens_.end(); ++at) {
    const llvm::StringRef token = text_.slice(at->begin, at->end);
    const bool closes = token == ")" || token == "]" || token == "}";
    depth -= closes ? 1 : 0;
    if (depth == 0 && closes) {
      if (!argument.empty()) arguments.push_back(argument);
      end = at->end;
      return arguments;
    }
    if (depth == 1 && token == ",") {
      arguments.push_back(argument);
      argument = {};
    } else if (depth > 0) {
      if (argument.empty()) argument.begin = at->begin;
      argument.end = at->end;
    }
    depth += token == "(" || token == "[" || token == "{" ? 1 : 0;
  }
  return std::nullopt;
}

bool SourceTokens::is_covered(const TextRange& range, std::span<const TextRange> parts) const {
  return std::ranges::all_of(tokens_, [&](const Token& token) {
    const TextRange bytes{token.begin, token.end};
    return !range.contains(bytes) ||
           std::ranges::any_of(parts, [&](const TextRange& part) { return part.contains(bytes); });
  });
}

std::string SourceTokens::fresh_name(const std::string& wish) {
  std::string name = wish;
  for (int i = 1; !identifiers_.insert(name).second; ++i)
    name = wish + "_" + std::to_string(i);
  return name;
}

} // namespace fx::refactor
