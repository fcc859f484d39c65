#include "Pieces.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx::refactor {

namespace {

constexpr llvm::StringLiteral piece_prefix = "fx_piece_";

/// How tightly an operator between two operands binds; 0: it is none.
int precedence(llvm::StringRef op) {
  return llvm::StringSwitch<int>(op)
      .Case("?", 1)
      .Case("||", 2)
      .Case("&&", 3)
      .Case("|", 4)
      .Case("^", 5)
      .Case("&", 6)
      .Cases({"==", "!="}, 7)
      .Cases({"<", ">", "<=", ">="}, 8)
      .Cases({"<<", ">>"}, 9)
      .Cases({"+", "-"}, 10)
      .Cases({"*", "/", "%"}, 11)
      .Default(0);
}
constexpr int primary_precedence = 13, unary_precedence = 12;

/// Whether an expression binds as tightly as a name: "x", "f(a + b)", "a->b[i]".
bool is_primary(llvm::StringRef text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') { // to its end
      for (++i; i < text.size() && text[i] != '"'; ++i)
        if (text[i] == '\\') ++i;
      continue;
    }
    depth += c == '(' || c == '[' || c == '{';
    depth -= c == ')' || c == ']' || c == '}';
    const bool is_part = depth > 0 || llvm::isAlnum(c) || c == '_' || c == ':' || c == '.' ||
                         c == ')' || c == ']' || c == '}';
    const bool is_arrow = c == '-' && i + 1 < text.size() && text[i + 1] == '>';
    if (!is_part && !is_arrow) return false;
    i += is_arrow;
  }
  return true;
}

/// Of the operator of an expression that binds least tightly.
int least_precedence(llvm::StringRef text) {
  if (is_primary(text)) return primary_precedence;
  int least = unary_precedence, depth = 0;
  bool has_operand = false; // in front
  const SourceTokens tokens(text);
  for (uint32_t at = 0; at < text.size();) {
    const SourceTokens::Around here = tokens.around({at, at});
    if (here.after.empty()) break;
    const llvm::StringRef token = here.after_text;
    depth -= token == ")" || token == "]" || token == "}";
    const int level = precedence(token);
    if (depth == 0 && level > 0 && has_operand) least = std::min(least, level);
    has_operand = level == 0 && token != "!" && token != "~";
    depth += token == "(" || token == "[" || token == "{";
    at = here.after.end;
  }
  return least;
}

} // namespace

std::string in_place_of(std::string text, const SourceTokens::Around& around) {
  // No expression.
  if (text.empty() || llvm::StringRef(text).contains(';')) return text;
  const int own = least_precedence(text);
  const bool is_object =
      around.after_text == "." || around.after_text == "->" || around.after_text == "[";
  const bool is_signed =
      around.before_text == "-" || around.before_text == "!" || around.before_text == "~";
  const int before = is_signed ? unary_precedence : precedence(around.before_text);
  const bool needs_parentheses = (is_object && own < primary_precedence) || before >= own ||
                                 precedence(around.after_text) > own;
  return needs_parentheses ? "(" + text + ")" : text;
}

std::string Pieces::add(const std::string& file, TextRange range) {
  pieces_.push_back({file, range, {}, {}});
  return fmt::format("{}{}_", piece_prefix.str(), pieces_.size() - 1);
}

std::string Pieces::add(std::string text) {
  pieces_.push_back({{}, {}, std::move(text), {}});
  return fmt::format("{}{}_", piece_prefix.str(), pieces_.size() - 1);
}

std::string Pieces::add(std::function<std::string()> text) {
  pieces_.push_back({{}, {}, {}, std::move(text)});
  return fmt::format("{}{}_", piece_prefix.str(), pieces_.size() - 1);
}

std::string Pieces::expand(llvm::StringRef text, const FileEdits& edits) {
  std::string result;
  for (size_t at = text.find(piece_prefix); at != llvm::StringRef::npos;
       at = text.find(piece_prefix)) {
    result += text.take_front(at);
    text = text.drop_front(at + piece_prefix.size());
    unsigned number = 0;
    (void)text.consumeInteger(10, number);
    text.consume_front("_");
    const Piece& part = pieces_[number];
    std::string inner;
    if (part.file.empty()) {
      inner = expand(part.settled ? part.settled() : part.text, edits);
    } else {
      std::vector<Edit> inside;
      if (const auto found = edits.find(part.file); found != edits.end())
        for (const Edit& edit : found->second)
          if (!edit.range.empty() && part.range.contains(edit.range))
            inside.push_back(
                {{edit.range.begin - part.range.begin, edit.range.end - part.range.begin},
                 edit.text});
      std::ranges::sort(inside, {}, [](const Edit& edit) { return edit.range.begin; });
      inner = apply_edits(texts_.text(part.file).slice(part.range.begin, part.range.end), inside);
    }
    const llvm::StringRef before = llvm::StringRef(result).rtrim();
    const llvm::StringRef behind = text.ltrim();
    const bool is_alone = (before.empty() || llvm::StringRef("(,={").contains(before.back())) &&
                          (behind.empty() || llvm::StringRef("),;}").contains(behind.front()));
    result += is_alone || is_primary(inner) ? inner : "(" + inner + ")";
  }
  return result + text.str();
}

void trim(llvm::StringRef text, Edit& edit) {
  if (edit.range.empty() || edit.text.empty()) return;
  const llvm::StringRef old = text.slice(edit.range.begin, edit.range.end);
  const llvm::StringRef fresh = edit.text;
  const auto is_word = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; };
  // Whether a word goes on across a place.
  const auto splits = [&](llvm::StringRef in, size_t at) {
    return at > 0 && at < in.size() && is_word(in[at - 1]) && is_word(in[at]);
  };
  size_t front = 0;
  while (front < std::min(old.size(), fresh.size()) && old[front] == fresh[front])
    ++front;
  while (front > 0 && (splits(old, front) || splits(fresh, front)))
    --front;
  size_t back = 0;
  while (back < std::min(old.size(), fresh.size()) - front &&
         old[old.size() - 1 - back] == fresh[fresh.size() - 1 - back])
    ++back;
  while (back > 0 && (splits(old, old.size() - back) || splits(fresh, fresh.size() - back)))
    --back;
  edit.range.begin += static_cast<uint32_t>(front);
  edit.range.end -= static_cast<uint32_t>(back);
  edit.text = fresh.drop_front(front).drop_back(back).str();
}

} // namespace fx::refactor
