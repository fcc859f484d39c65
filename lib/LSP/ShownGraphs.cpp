#include "ShownGraphs.h"

#include "fx/IR/Printer.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fx::lsp {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;
using llvm::lsp::Position;
using llvm::lsp::SymbolKind;

namespace {

using Kind = PointedAt::Kind;
constexpr size_t none = GraphText::none;

/// What is known of one statement, with the place that it states.
template <typename Item>
PointedAt pointed_at(const std::vector<Item>& items, Kind kind, size_t offset) {
  for (size_t i = 0; i < items.size(); ++i) {
    const Item& item = items[i];
    if (item.name.touches(offset)) return {kind, i, item.name, true};
    if (item.place && item.place->piece.touches(offset)) return {kind, i, item.place->piece, true};
  }
  return {};
}

std::string list_of(const std::vector<std::string>& names) {
  constexpr size_t most = 10;
  std::string text = fmt::format(
      "`{}`",
      fmt::join(names.begin(), names.begin() + static_cast<ptrdiff_t>(std::min(names.size(), most)),
                "`, `"));
  if (names.size() > most) text += fmt::format(" and {} more", names.size() - most);
  return text;
}

/// A line as code; a long one is cut off.
std::string code(std::string_view line) {
  constexpr size_t longest = 2000;
  const bool is_cut = line.size() > longest;
  std::string text = "```fx\n";
  text += is_cut ? llvm::json::fixUTF8(line.substr(0, longest)) + "..." : std::string(line);
  return text + "\n```\n";
}

std::string name_of(const GraphText::Node& node, std::string_view text) {
  const std::string_view name = node.name.in(text);
  return std::string(name.starts_with('%') ? name.substr(1) : name);
}

class HoverWriter {
public:
  explicit HoverWriter(const GraphDocument& document)
      : document_(document), graph_(document.graph), text_(document.text()) {}

  std::string node(size_t index) const;
  std::string member(size_t index) const;

private:
  static std::string place(const std::optional<StatedPlace>& place) {
    if (!place) return {};
    return llvm::json::fixUTF8(
        fmt::format("at {}:{}:{}\n", place->file, place->line, place->column));
  }

  const GraphDocument& document_;
  const GraphText& graph_;
  std::string_view text_;
};

std::string HoverWriter::node(size_t index) const {
  const GraphText::Node& node = graph_.nodes[index];
  std::string text = code(node.line.in(text_));
  if (const Node* parsed = document_.parsed_node(node))
    if (const TensorMeta* tensor = parsed->meta(meta::tensor_meta))
      text += "`" + short_type(*tensor) + "`\n\n";
  for (const GraphText::MemberUse& use : graph_.member_uses)
    if (use.piece.begin == node.target.begin && node.target.size() != 0)
      if (const size_t member = graph_.member_of(use); member != none)
        text += code(graph_.members[member].line.in(text_));
  std::vector<std::string> users;
  for (const GraphText::NodeUse& use : graph_.node_uses)
    if (use.user != none && graph_.node_of(use, text_) == index)
      if (std::string user = name_of(graph_.nodes[use.user], text_);
          users.empty() || users.back() != user)
        users.push_back(std::move(user));
  const bool is_result = !node.name.in(text_).starts_with('%');
  if (!is_result)
    text += users.empty() ? "used by no node\n\n" : "used by " + list_of(users) + "\n\n";
  return text + place(node.place);
}

std::string HoverWriter::member(size_t index) const {
  const GraphText::Member& member = graph_.members[index];
  std::string text = code(member.line.in(text_));
  text += llvm::json::fixUTF8(fmt::format("`{}`", member.path));
  std::vector<std::string> users;
  for (const GraphText::MemberUse& use : graph_.member_uses)
    if (graph_.member_of(use) == index)
      for (const GraphText::Node& node : graph_.nodes)
        if (node.target.size() != 0 && node.target.begin == use.piece.begin)
          users.push_back(name_of(node, text_));
  if (!users.empty()) text += ", used by " + list_of(users);
  return text + "\n\n" + place(member.place);
}

} // namespace

const StatedPlace* PointedAt::place(const GraphText& graph) const {
  const std::optional<StatedPlace>* of = nullptr;
  if (kind == Kind::Node) of = &graph.nodes[index].place;
  if (kind == Kind::Member) of = &graph.members[index].place;
  return of != nullptr && *of ? &**of : nullptr;
}

PointedAt pointed_at(const GraphDocument& document, Position position) {
  const GraphText& graph = document.graph;
  const size_t offset = document.lines.offset(position);
  if (const PointedAt node = pointed_at(graph.nodes, Kind::Node, offset);
      node.kind != Kind::Nothing)
    return node;
  if (const PointedAt member = pointed_at(graph.members, Kind::Member, offset);
      member.kind != Kind::Nothing)
    return member;
  for (const GraphText::NodeUse& use : graph.node_uses)
    if (use.piece.touches(offset))
      if (const size_t node = graph.node_of(use, document.text()); node != none)
        return {Kind::Node, node, use.piece, false};
  for (const GraphText::MemberUse& use : graph.member_uses)
    if (use.piece.touches(offset))
      if (const size_t member = graph.member_of(use); member != none)
        return {Kind::Member, member, use.piece, false};
  for (size_t i = 0; i < graph.nodes.size(); ++i)
    if (graph.nodes[i].whole.touches(offset)) return {Kind::Node, i, graph.nodes[i].name, true};
  for (size_t i = 0; i < graph.members.size(); ++i)
    if (graph.members[i].line.touches(offset))
      return {Kind::Member, i, graph.members[i].name, true};
  return {};
}

TextPiece definition_of(const GraphDocument& document, const PointedAt& at) {
  return at.kind == Kind::Node ? document.graph.nodes[at.index].name
                               : document.graph.members[at.index].name;
}

std::vector<TextPiece> references_of(const GraphDocument& document, const PointedAt& at,
                                     bool with_definition) {
  std::vector<TextPiece> pieces;
  if (at.kind == Kind::Nothing) return pieces;
  if (with_definition) pieces.push_back(definition_of(document, at));
  const GraphText& graph = document.graph;
  if (at.kind == Kind::Node)
    for (const GraphText::NodeUse& use : graph.node_uses)
      if (graph.node_of(use, document.text()) == at.index) pieces.push_back(use.piece);
  if (at.kind == Kind::Member)
    for (const GraphText::MemberUse& use : graph.member_uses)
      if (graph.member_of(use) == at.index) pieces.push_back(use.piece);
  return pieces;
}

Value hover_of(const GraphDocument& document, Position position) {
  const PointedAt at = pointed_at(document, position);
  if (at.kind == Kind::Nothing) return nullptr;
  const HoverWriter writer(document);
  llvm::lsp::Hover hover(document.range(at.piece));
  hover.contents.value = at.kind == Kind::Node ? writer.node(at.index) : writer.member(at.index);
  return toJSON(hover);
}

namespace {

class SymbolWriter {
public:
  explicit SymbolWriter(const GraphDocument& document)
      : document_(document), graph_(document.graph), text_(document.text()) {}

  Array write();

private:
  Object symbol(std::string_view name, std::string_view detail, SymbolKind kind, TextPiece whole,
                TextPiece selected, Array children) const;
  Object member(size_t index) const;
  Object section(size_t index) const;

  const GraphDocument& document_;
  const GraphText& graph_;
  std::string_view text_;
  std::vector<std::vector<size_t>> inner_, sections_; // by member
  std::vector<std::vector<size_t>> nodes_;            // by section
};

Object SymbolWriter::symbol(std::string_view name, std::string_view detail, SymbolKind kind,
                            TextPiece whole, TextPiece selected, Array children) const {
  whole = {std::min(whole.begin, selected.begin), std::max(whole.end, selected.end)};
  Object made{{"name", name.empty() ? std::string("?") : llvm::json::fixUTF8(name)},
              {"kind", static_cast<int>(kind)},
              {"range", document_.range(whole)},
              {"selectionRange", document_.range(selected)}};
  if (!detail.empty()) made["detail"] = llvm::json::fixUTF8(detail);
  if (!children.empty()) made["children"] = std::move(children);
  return made;
}

Object SymbolWriter::section(size_t index) const {
  const GraphText::Section& section = graph_.sections[index];
  Array children;
  for (const size_t each : nodes_[index]) {
    const GraphText::Node& node = graph_.nodes[each];
    std::string detail(node.opcode.in(text_));
    if (node.target.size() != 0) detail += fmt::format(" {}", node.target.in(text_));
    const bool is_result = !node.name.in(text_).starts_with('%');
    children.push_back(symbol(name_of(node, text_), is_result ? std::string() : detail,
                              SymbolKind::Variable, node.whole, node.name, {}));
  }
  return symbol(section.head.in(text_), {}, SymbolKind::Function, section.whole, section.head,
                std::move(children));
}

Object SymbolWriter::member(size_t index) const {
  const GraphText::Member& member = graph_.members[index];
  Array children;
  for (const size_t each : inner_[index])
    children.push_back(this->member(each));
  for (const size_t each : sections_[index])
    children.push_back(section(each));
  const std::string_view path = member.path;
  return symbol(path.substr(path.rfind('.') + 1), member.type,
                member.is_tensor ? SymbolKind::Field : SymbolKind::Module, member.whole,
                member.name, std::move(children));
}

Array SymbolWriter::write() {
  inner_.resize(graph_.members.size());
  sections_.resize(graph_.members.size());
  nodes_.resize(graph_.sections.size());
  std::vector<Array> models(graph_.models.size());
  std::vector<std::vector<size_t>> outer(models.size());
  for (size_t i = 0; i < graph_.members.size(); ++i)
    if (const size_t parent = graph_.members[i].parent; parent != none)
      inner_[parent].push_back(i);
    else
      outer[graph_.members[i].model].push_back(i);
  for (size_t i = 0; i < graph_.nodes.size(); ++i)
    if (const size_t section = graph_.nodes[i].section; section != none)
      nodes_[section].push_back(i);
  for (size_t i = 0; i < graph_.sections.size(); ++i)
    if (const size_t owner = graph_.sections[i].owner; owner != none) sections_[owner].push_back(i);
  for (size_t i = 0; i < models.size(); ++i)
    for (const size_t each : outer[i])
      models[i].push_back(member(each));
  for (size_t i = 0; i < graph_.sections.size(); ++i)
    if (const GraphText::Section& of = graph_.sections[i]; of.owner == none)
      models[of.model].push_back(section(i));
  Array symbols;
  for (size_t i = 0; i < models.size(); ++i) {
    const GraphText::Model& model = graph_.models[i];
    if (model.name.size() == 0) {
      for (Value& child : models[i])
        symbols.push_back(std::move(child));
      continue;
    }
    symbols.push_back(symbol(model.name.in(text_), {}, SymbolKind::Class, model.whole, model.name,
                             std::move(models[i])));
  }
  return symbols;
}

} // namespace

Value symbols_of(const GraphDocument& document) {
  return SymbolWriter(document).write();
}

Value semantic_legend() {
  return Object{{"tokenTypes", Array{"keyword", "variable", "function", "method", "property",
                                     "class", "type", "parameter", "string", "number", "comment"}},
                {"tokenModifiers", Array{}}};
}

Value semantic_tokens(const GraphDocument& document) {
  Array data;
  const TextLines& lines = document.lines;
  Position last;
  size_t last_begin = 0;
  bool is_next_line = true;
  for (const GraphToken& token : document.graph.tokens) {
    is_next_line |= token.is_first;
    if (token.meaning == TokenMeaning::Nothing) continue;
    const auto [begin, end] = token.piece;
    const Position at = is_next_line
                            ? lines.position(begin)
                            : Position(last.line, last.character + lines.units(last_begin, begin));
    const bool is_same_line = at.line == last.line;
    data.push_back(at.line - last.line);
    data.push_back(at.character - (is_same_line ? last.character : 0));
    data.push_back(lines.units(begin, end));
    data.push_back(static_cast<int>(token.meaning));
    data.push_back(0);
    last = at;
    last_begin = begin;
    is_next_line = false;
  }
  return Object{{"data", std::move(data)}};
}

} // namespace fx::lsp
