#include "GraphText.h"

#include "fx/IR/Node.h"
#include "fx/IR/Parser.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace fx::lsp {

namespace {

using Kind = GraphToken::Kind;
using Meaning = TokenMeaning;

template <size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::ranges::find(words, word) != words.end();
}

/// What a string in quotes says; empty where it is none.
std::string unquoted(std::string_view text) {
  const Expected<Argument> value = parse_value(text);
  return value && value->is(Argument::Kind::String) ? value->symbol().str() : std::string();
}

unsigned number(std::string_view digits) {
  unsigned value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

class Reader {
public:
  explicit Reader(std::string_view text) : text_(text) {
    graph_.tokens = graph_tokens(text);
    for (GraphToken& token : graph_.tokens)
      if (token.kind != Kind::Comment) code_.push_back(&token);
  }

  GraphText run();

private:
  /// Deeper ones stand beside those at this depth: an editor's client follows them by recursion.
  static constexpr size_t most_levels = 500;

  size_t size() const { return code_.size(); }
  std::string_view text(size_t at) const {
    return at < size() ? code_[at]->piece.in(text_) : std::string_view();
  }
  bool is(size_t at, Kind kind) const { return at < size() && code_[at]->kind == kind; }
  bool is_name(size_t at) const {
    return is(at, Kind::Word) || is(at, Kind::Number) || is(at, Kind::String);
  }
  void mark(size_t at, Meaning meaning) { code_[at]->meaning = meaning; }
  std::string name(size_t at) const {
    return is(at, Kind::String) ? unquoted(text(at)) : std::string(text(at));
  }
  TextPiece pieces(size_t begin, size_t end) const {
    return end > begin ? TextPiece{code_[begin]->piece.begin, code_[end - 1]->piece.end}
                       : TextPiece();
  }

  bool is_definition(size_t at) const {
    return is(at, Kind::Node) && (text(at + 1) == ":" || text(at + 1) == "=");
  }
  bool is_tensor(size_t at) const;
  /// How many tokens before the brackets are the head of a graph: `training graph`; 0: it is none.
  size_t head_size(size_t at) const;
  bool is_model(size_t at) const;
  bool is_statement(size_t at, const std::vector<char>& open) const;
  size_t statement_end(size_t at) const;

  void statement(size_t begin, size_t end);
  void model(size_t begin, size_t end);
  void section(size_t begin, size_t head);
  void node(size_t begin, size_t end);
  void result(size_t begin, size_t end);
  void tensor(size_t begin, size_t end);
  void child(size_t begin, size_t end);
  size_t alias(size_t at, size_t end, GraphText::Member& member);
  size_t class_name(size_t at, size_t end, std::string& name);
  void operation(size_t at, GraphText::Node& node);
  /// Operands, options and what stands behind them.
  void values(size_t begin, size_t end, std::optional<StatedPlace>* place);
  void use(size_t at);
  std::optional<StatedPlace> stated_place(size_t at, size_t end);
  /// The statement up to its place and its meta.
  TextPiece line_of(size_t begin, size_t end) const;
  size_t add_member(GraphText::Member member);
  GraphText::Model& current();
  void close_levels(size_t left);
  void close_section() { section_ = GraphText::none; }

  std::string_view text_;
  GraphText graph_;
  std::vector<GraphToken*> code_; // tokens without comments
  std::vector<size_t> levels_;    // modules whose braces are open; none: the model
  size_t section_ = GraphText::none;
  size_t user_ = GraphText::none; // the node that is being read
};

bool Reader::is_tensor(size_t at) const {
  constexpr std::array<std::string_view, 3> roles{"parameter", "buffer", "constant"};
  return is_one_of(text(at), roles) && is_name(at + 1);
}

size_t Reader::head_size(size_t at) const {
  size_t size = 1;
  if (text(at) == "training" || text(at) == "folding") {
    if (text(at + 1) != "graph") return 0;
    size = 2;
  } else if (text(at) != "graph" && text(at) != "init") {
    return 0;
  }
  return text(at + size) == "(" ? size : 0;
}

bool Reader::is_model(size_t at) const {
  return text(at) == "module" && text(at + 1) != ":" && !(text(at + 1) == "=");
}

/// Whether a line begins a statement where these brackets of the one before it are open: they may
/// be left open by what is being typed.
bool Reader::is_statement(size_t at, const std::vector<char>& open) const {
  if (open.empty() || is_definition(at) || head_size(at) != 0) return true;
  if (text(at) == "return" || (is_model(at) && is_name(at + 1)) || is_tensor(at)) return true;
  if (open.back() == '{') return false; // a key, or its end
  return text(at) == "}" || (is_name(at) && text(at + 1) == ":");
}

size_t Reader::statement_end(size_t begin) const {
  if (text(begin) == "}") return begin + 1;
  std::vector<char> open;
  for (size_t at = begin; at < size(); ++at) {
    if (at > begin && code_[at]->is_first && is_statement(at, open)) return at;
    if (code_[at]->kind != Kind::Sign) continue;
    const char sign = text(at).front();
    if (sign == '(' || sign == '[' || sign == '{') {
      // Contents of a module stand in the lines below.
      const bool ends_line = at + 1 == size() || code_[at + 1]->is_first;
      if (sign == '{' && ends_line && !is(begin, Kind::Node)) return at + 1;
      open.push_back(sign);
    } else if ((sign == ')' || sign == ']' || sign == '}') && !open.empty()) {
      open.pop_back();
    }
  }
  return size();
}

GraphText Reader::run() {
  for (size_t at = 0; at < size();) {
    const size_t end = statement_end(at);
    statement(at, end);
    at = end;
  }
  close_levels(0);
  return std::move(graph_);
}

GraphText::Model& Reader::current() {
  if (graph_.models.empty()) graph_.models.emplace_back();
  return graph_.models.back();
}

void Reader::close_levels(size_t left) {
  while (levels_.size() > left)
    levels_.pop_back();
}

void Reader::statement(size_t begin, size_t end) {
  user_ = GraphText::none;
  if (text(begin) == "}") {
    if (!levels_.empty()) {
      if (levels_.back() != GraphText::none)
        graph_.members[levels_.back()].whole.end = code_[begin]->piece.end;
      levels_.pop_back();
    }
    close_section();
  } else if (is_model(begin)) {
    model(begin, end);
  } else if (const size_t head = head_size(begin)) {
    section(begin, head);
    values(begin + head, end, nullptr);
  } else if (is_definition(begin)) {
    node(begin, end);
  } else if (text(begin) == "return") {
    result(begin, end);
  } else if (is_tensor(begin) && (text(begin + 2) == "=" || text(begin + 2) == ":")) {
    tensor(begin, end);
  } else if (is_name(begin) && text(begin + 1) == ":") {
    child(begin, end);
  } else {
    values(begin, end, nullptr);
  }
  if (graph_.models.empty()) return;
  const size_t last = code_[end - 1]->piece.end;
  graph_.models.back().whole.end = std::max(graph_.models.back().whole.end, last);
  if (section_ != GraphText::none) graph_.sections[section_].whole.end = last;
  for (const size_t level : levels_)
    if (level != GraphText::none) graph_.members[level].whole.end = last;
}

void Reader::model(size_t begin, size_t end) {
  close_levels(0);
  close_section();
  mark(begin, Meaning::Keyword);
  GraphText::Model& made = graph_.models.emplace_back();
  made.whole = pieces(begin, end);
  size_t at = begin + 1;
  const auto read_class = [&] {
    const size_t first = at;
    for (; at < end && text(at) != "{" && text(at) != "[" && text(at) != ":"; ++at)
      if (is(at, Kind::Word)) mark(at, Meaning::Class);
    return pieces(first, at);
  };
  made.name = read_class();
  if (text(at) == ":" && at < end) {
    ++at;
    read_class();
  }
  for (; at < end; ++at)
    if (is(at, Kind::Word)) mark(at, Meaning::Keyword);
  if (text(end - 1) == "{") levels_.push_back(GraphText::none);
}

void Reader::section(size_t begin, size_t head) {
  size_t owner = GraphText::none;
  const bool is_plain = text(begin) == "graph";
  if (is_plain && !levels_.empty() && levels_.back() != GraphText::none &&
      graph_.members[levels_.back()].has_graph)
    owner = levels_.back();
  else
    close_levels(0);
  for (size_t at = begin; at < begin + head; ++at)
    mark(at, Meaning::Keyword);
  const bool begins_model =
      owner == GraphText::none && text(begin) != "training" && current().has_graph;
  if (begins_model) graph_.models.emplace_back();
  GraphText::Model& of = current();
  if (of.whole.size() == 0) of.whole.begin = code_[begin]->piece.begin;
  section_ = graph_.sections.size();
  if (text(begin) == "init") of.init = section_;
  of.has_graph |= is_plain && owner == GraphText::none;
  GraphText::Section& made = graph_.sections.emplace_back();
  made.head = pieces(begin, begin + head);
  made.whole = made.head;
  made.model = graph_.models.size() - 1;
  made.owner = owner;
}

void Reader::use(size_t at) {
  current();
  graph_.node_uses.push_back({code_[at]->piece, graph_.models.size() - 1, section_, user_});
}

std::optional<StatedPlace> Reader::stated_place(size_t at, size_t end) {
  if (text(at) != "loc" || text(at + 1) != "(" || !is(at + 2, Kind::String)) return std::nullopt;
  StatedPlace place;
  place.file = unquoted(text(at + 2));
  std::array<unsigned*, 4> numbers{&place.line, &place.column, &place.end_line, &place.end_column};
  size_t next = at + 3;
  for (unsigned* to : numbers) {
    if (text(next) != ":" && text(next) != "-") break;
    *to = number(text(next + 1));
    next += 2;
  }
  if (next >= end || text(next) != ")" || place.file.empty() || place.line == 0)
    return std::nullopt;
  place.piece = pieces(at, next + 1);
  return place;
}

void Reader::values(size_t begin, size_t end, std::optional<StatedPlace>* place) {
  constexpr std::array<std::string_view, 4> constants{"None", "True", "False", "Ellipsis"};
  constexpr std::array<std::string_view, 3> calls{"slice", "range", "device"};
  for (size_t at = begin; at < end; ++at) {
    if (is(at, Kind::Node)) use(at);
    if (!is(at, Kind::Word)) continue;
    const std::string_view word = text(at), next = at + 1 < end ? text(at + 1) : "";
    if (word == "loc" && next == "(") {
      mark(at, Meaning::Keyword);
      if (place != nullptr && !*place) *place = stated_place(at, end);
    } else if (next == "=") {
      mark(at, Meaning::Parameter);
    } else if (next == ":") {
      mark(at, Meaning::Property);
    } else if (next == "(" && is_one_of(word, calls)) {
      mark(at, Meaning::Function);
    } else if (is_one_of(word, constants)) {
      mark(at, Meaning::Keyword);
    } else if (word == "inf" || word == "nan") {
      mark(at, Meaning::Number);
    }
  }
}

TextPiece Reader::line_of(size_t begin, size_t end) const {
  size_t depth = 0;
  for (size_t at = begin; at < end; ++at) {
    const std::string_view word = text(at), next = text(at + 1);
    if (depth == 0 && at > begin &&
        ((word == "loc" && next == "(") || (word == "meta" && next == "=")))
      return pieces(begin, at);
    if (word == "(" || word == "{") ++depth;
    if ((word == ")" || word == "}") && depth > 0) --depth;
  }
  return pieces(begin, end);
}

/// `call_module[target=fc]`.
void Reader::operation(size_t at, GraphText::Node& node) {
  const std::optional<Opcode> opcode = parse_opcode(text(at));
  if (!opcode || text(at + 1) != "[") return;
  mark(at, Meaning::Keyword);
  node.opcode = code_[at]->piece;
  const size_t target = at + 4;
  if (!is(target, Kind::Target) && !is(target, Kind::String)) return;
  node.target = code_[target]->piece;
  switch (*opcode) {
  case Opcode::CallFunction: return mark(target, Meaning::Function);
  case Opcode::CallMethod: return mark(target, Meaning::Method);
  case Opcode::CallModule:
  case Opcode::GetAttr: break;
  default: return mark(target, Meaning::Parameter);
  }
  mark(target, Meaning::Property);
  const size_t owner =
      section_ == GraphText::none ? GraphText::none : graph_.sections[section_].owner;
  graph_.member_uses.push_back({node.target, graph_.models.size() - 1, owner, name(target)});
}

void Reader::node(size_t begin, size_t end) {
  current();
  user_ = graph_.nodes.size();
  GraphText::Node made;
  made.name = code_[begin]->piece;
  made.whole = pieces(begin, end);
  made.line = line_of(begin, end);
  made.section = section_;
  size_t at = begin + 1;
  if (text(at) == ":")
    for (++at; at < end && text(at) != "="; ++at) {
      if (text(at) == "[" && (text(at + 1) == "num_users" || text(at + 1) == "#")) break;
      if (is(at, Kind::Word)) mark(at, Meaning::Type);
    }
  for (size_t next = at; next + 1 < end && made.opcode.size() == 0; ++next)
    if (is(next, Kind::Word)) operation(next, made);
  const size_t target = made.target.size() == 0 ? made.opcode.end : made.target.end;
  while (at < end && code_[at]->piece.begin < target)
    ++at;
  values(at, end, &made.place);
  if (section_ != GraphText::none)
    graph_.sections[section_].nodes.emplace(made.name.in(text_).substr(1), user_);
  graph_.nodes.push_back(std::move(made));
}

void Reader::result(size_t begin, size_t end) {
  current();
  mark(begin, Meaning::Keyword);
  user_ = graph_.nodes.size();
  GraphText::Node made;
  made.name = made.opcode = code_[begin]->piece;
  made.whole = pieces(begin, end);
  made.line = line_of(begin, end);
  made.section = section_;
  const size_t uses = graph_.node_uses.size();
  values(begin + 1, end, &made.place);
  if (graph_.node_uses.size() == uses && section_ != GraphText::none)
    for (size_t at = begin + 1; at < end; ++at)
      if (is(at, Kind::Word) && graph_.sections[section_].nodes.contains(std::string(text(at)))) {
        graph_.is_torch_fx = true;
        mark(at, Meaning::Variable);
        use(at);
      }
  graph_.nodes.push_back(std::move(made));
}

size_t Reader::add_member(GraphText::Member member) {
  GraphText::Model& of = current();
  member.model = graph_.models.size() - 1;
  for (const size_t level : levels_)
    if (level != GraphText::none) member.parent = level;
  if (member.parent != GraphText::none)
    member.path = graph_.members[member.parent].path + "." + member.path;
  of.members.emplace(member.path, graph_.members.size());
  graph_.members.push_back(std::move(member));
  return graph_.members.size() - 1;
}

void Reader::tensor(size_t begin, size_t end) {
  close_section();
  mark(begin, Meaning::Keyword);
  GraphText::Member made;
  made.is_tensor = true;
  made.type = text(begin);
  made.name = code_[begin + 1]->piece;
  made.path = name(begin + 1);
  mark(begin + 1, Meaning::Property);
  made.whole = pieces(begin, end);
  made.line = line_of(begin, end);
  values(begin + 2, end, &made.place);
  add_member(std::move(made));
}

size_t Reader::alias(size_t at, size_t end, GraphText::Member& member) {
  mark(at, Meaning::Keyword);
  mark(at + 1, Meaning::Keyword);
  at += 2;
  if (at >= end) return end;
  TextPiece path = code_[at]->piece;
  if (is(at, Kind::String)) {
    member.alias_of = unquoted(text(at++));
  } else {
    path.end = std::min(text_.find_first_of(" \t\r\n", path.begin), text_.size());
    for (; at < end && code_[at]->piece.end <= path.end; ++at)
      mark(at, Meaning::Property);
    member.alias_of = path.in(text_);
  }
  member.type = "alias of " + member.alias_of;
  graph_.member_uses.push_back({path, graph_.models.size() - 1, GraphText::none, member.alias_of});
  return at;
}

size_t Reader::class_name(size_t at, size_t end, std::string& name) {
  const size_t first = at;
  for (; at < end && text(at) != "(" && text(at) != "{"; ++at) {
    if (text(at) == "loc" && text(at + 1) == "(") break;
    if (is(at, Kind::Word)) mark(at, Meaning::Class);
  }
  name = pieces(first, at).in(text_);
  return at;
}

void Reader::child(size_t begin, size_t end) {
  close_section();
  current();
  GraphText::Member made;
  made.name = code_[begin]->piece;
  made.path = name(begin);
  mark(begin, Meaning::Property);
  made.whole = pieces(begin, end);
  const bool has_block = text(end - 1) == "{" && end - 1 > begin + 1;
  made.line = line_of(begin, has_block ? end - 1 : end);
  size_t at = begin + 2;
  const auto accept = [&](std::string_view word) {
    if (at + 1 >= end || text(at) != word) return false;
    mark(at++, Meaning::Keyword);
    return true;
  };
  accept("unregistered");
  if (at + 1 < end && text(at) == "alias" && text(at + 1) == "of") {
    at = alias(at, end, made);
  } else {
    made.has_graph = accept("graph");
    at = class_name(at, end, made.type);
  }
  values(std::min(at, end), end, &made.place);
  const size_t added = add_member(std::move(made));
  if (has_block && levels_.size() < most_levels) levels_.push_back(added);
}

} // namespace

size_t GraphText::node_of(const NodeUse& use, std::string_view text) const {
  const size_t section = use.section != none ? use.section : models[use.model].init;
  if (section == none) return none;
  std::string_view name = use.piece.in(text);
  if (name.starts_with('%')) name.remove_prefix(1);
  const auto found = sections[section].nodes.find(std::string(name));
  return found == sections[section].nodes.end() ? none : found->second;
}

size_t GraphText::member_of(const MemberUse& use) const {
  const auto& by_path = models[use.model].members;
  std::string path = use.owner == none ? use.path : members[use.owner].path + "." + use.path;
  constexpr int most_aliases = 32; // that lead on; a ring of them has no end
  for (int i = 0; i < most_aliases; ++i) {
    if (const auto found = by_path.find(path); found != by_path.end()) return found->second;
    // Below an alias the path goes on in what it stands for.
    size_t dot = path.rfind('.');
    for (; dot != std::string::npos && dot != 0; dot = path.rfind('.', dot - 1)) {
      const auto outer = by_path.find(std::string_view(path).substr(0, dot));
      if (outer == by_path.end() || members[outer->second].alias_of.empty()) continue;
      path.replace(0, dot, members[outer->second].alias_of);
      break;
    }
    if (dot == std::string::npos || dot == 0) return none;
  }
  return none;
}

GraphText read_graph_text(std::string_view text) {
  return Reader(text).run();
}

} // namespace fx::lsp
