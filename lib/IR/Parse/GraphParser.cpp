#include "GraphParser.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

namespace fx {

ParsedModule::Source::Source(std::string_view text, const ParseOptions& options)
    : file(options.file), first_line(options.first_line), line_starts{0} {
  for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    line_starts.push_back(at + 1);
}

SourceLocation ParsedModule::Source::location(size_t offset) const {
  const auto line = std::ranges::upper_bound(line_starts, offset) - 1;
  return {file, first_line + static_cast<unsigned>(line - line_starts.begin()) + 1,
          static_cast<unsigned>(offset - *line) + 1};
}

SourceLocation ParsedModule::location(const Node& node) const {
  const Graph* graph = &node.graph();
  const std::vector<size_t>* offsets = nullptr;
  if (graph == &module.graph)
    offsets = &graph_offsets_;
  else if (graph == module.training_graph.get())
    offsets = &training_offsets_;
  else if (graph == &module.init)
    offsets = &init_offsets_;
  else if (graph == module.folding.get())
    offsets = &folding_offsets_;
  else if (const auto inner = inner_offsets_.find(graph); inner != inner_offsets_.end())
    offsets = &inner->second;
  if (offsets == nullptr || node.id() >= offsets->size() || !source_) return {};
  return source_->location((*offsets)[node.id()]);
}

SourceLocation ParsedModule::location() const {
  return source_ ? source_->location(offset_) : SourceLocation();
}

GraphParser::GraphParser(std::string_view text, const ParseOptions& options)
    : cursor_(text), options_(options),
      source_(std::make_shared<ParsedModule::Source>(text, options)) {}

void GraphParser::report(const SyntaxError& error) {
  if (too_many_errors()) return;
  Error reported{error.said, source_->location(error.offset), {}};
  if (!error.note.empty()) reported.notes.push_back(error.note);
  result_.errors.push_back(std::move(reported));
}

void GraphParser::recover_from(size_t offset) {
  // Statements end with their line; one that goes on in the next gives errors there too.
  cursor_.move_to(std::max(offset, cursor_.offset()));
  cursor_.skip_line();
}

ParseResult GraphParser::parse() {
  cursor_.skip_space();
  while (!cursor_.at_end() && !too_many_errors()) {
    try {
      parse_unit();
    } catch (const SyntaxError& error) {
      report(error);
      recover_from(error.offset);
      // What follows cannot be told apart before the next model begins.
      while (!cursor_.at_end() && cursor_.peek_word() != "module" && cursor_.peek_word() != "graph")
        cursor_.skip_line();
    }
    cursor_.skip_space();
  }
  if (result_.modules.empty() && result_.errors.empty())
    report({cursor_.offset(),
            say(diag::expected_in_a_graph, "a graph: 'module NAME {' or 'graph():'"),
            {}});
  std::ranges::sort(result_.errors, {}, [](const Error& error) {
    return std::tuple(error.location.line, error.location.column, error.message);
  });
  return std::move(result_);
}

void GraphParser::parse_unit() {
  current_ = ParsedModule();
  current_.source_ = source_;
  current_.offset_ = cursor_.offset();
  init_references_.clear();
  option_references_.clear();
  alias_references_.clear();
  const size_t errors = result_.errors.size();
  const auto header = [&] {
    cursor_.expect("(");
    cursor_.expect(")");
    cursor_.expect(":", "after the graph's head");
  };
  const std::string_view first = cursor_.peek_word();
  if (first != "module" && first != "init" && first != "graph")
    cursor_.fail_expected("'module NAME {' or 'graph():'");
  if (first == "module") parse_module();
  cursor_.skip_space();
  if (cursor_.peek_word() == "init") {
    cursor_.word();
    header();
    parse_nodes(current_.module.init, current_.init_offsets_);
  }
  resolve_references();
  cursor_.skip_space();
  if (cursor_.peek_word() == "folding") {
    cursor_.word();
    cursor_.expect("graph", "after 'folding'");
    header();
    current_.module.folding = std::make_unique<Graph>();
    parse_nodes(*current_.module.folding, current_.folding_offsets_);
  }
  cursor_.skip_space();
  if (cursor_.peek_word() != "graph") cursor_.fail_expected("'graph():'");
  cursor_.word();
  header();
  parse_nodes(current_.module.graph, current_.graph_offsets_);
  cursor_.skip_space();
  if (cursor_.peek_word() == "training") {
    cursor_.word();
    cursor_.expect("graph", "after 'training'");
    header();
    current_.module.training_graph = std::make_unique<Graph>();
    parse_nodes(*current_.module.training_graph, current_.training_offsets_);
  }
  if (result_.errors.size() == errors) result_.modules.push_back(std::move(current_));
}

ParseResult parse_graphs(std::string_view text, const ParseOptions& options) {
  return GraphParser(text, options).parse();
}

Expected<TracedModule> parse_graph(std::string_view text, const ParseOptions& options) {
  ParseResult result = parse_graphs(text, options);
  if (!result.errors.empty()) return std::move(result.errors.front());
  if (result.modules.size() != 1)
    return Error{say(diag::several_graphs, result.modules.size()), result.modules[1].location()};
  return std::move(result.modules.front().module);
}

Expected<Argument> parse_value(std::string_view text) {
  TextCursor cursor(text);
  try {
    Argument value = parse_argument(cursor, [](std::string_view, size_t offset) -> Node* {
      TextCursor::fail_at(offset, say(diag::node_among_values));
    });
    cursor.skip_space();
    if (!cursor.at_end()) cursor.fail_expected("the end");
    return value;
  } catch (const SyntaxError& error) {
    return Error{error.said, {"", 1, static_cast<unsigned>(error.offset) + 1}};
  }
}

} // namespace fx
