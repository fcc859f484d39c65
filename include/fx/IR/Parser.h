// Graphs out of text: reads all that print_graph writes, and what torch.fx's print(graph) writes as
// far as that is not ambiguous.
//
// Names may be used before they are defined (lint reports it, `legalize` mends it); [num_users=N]
// is not compared with the uses, so that a graph can be edited by hand. `//` and `#` begin
// comments. Linear in the length of the text; nesting is not limited by the stack.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Support/Error.h"

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fx {

enum class TextDialect : uint8_t {
  Graph,   // print_graph's
  TorchFx, // torch.fx's str(graph): bare text is a string, a name in a slice or a result a node
};

struct ParseOptions {
  /// The name of the file in errors and locations.
  std::string file;
  TextDialect dialect = TextDialect::Graph;
  /// How many errors are reported before the parser gives up.
  size_t max_errors = 20;
  /// Lines that stand before the text in its file.
  unsigned first_line = 0;
};

/// One model of a text, and where its nodes stand in it.
class ParsedModule {
public:
  TracedModule module;
  /// The place of a node that was parsed; nothing for nodes made since.
  SourceLocation location(const Node& node) const;
  /// The place of the model: its first line.
  SourceLocation location() const;

private:
  friend class GraphParser;
  struct Source;
  std::shared_ptr<const Source> source_;
  size_t offset_ = 0;
  std::vector<size_t> graph_offsets_, training_offsets_, init_offsets_,
      folding_offsets_; // by node id
  std::unordered_map<const Graph*, std::vector<size_t>> inner_offsets_;
};

struct ParseResult {
  /// What was read; parts with errors are left out of it.
  std::vector<ParsedModule> modules;
  std::vector<Error> errors;
  /// Doubts about torch.fx's ambiguous text.
  std::vector<Error> warnings;
};

/// Reads every model in `text`.
ParseResult parse_graphs(std::string_view text, const ParseOptions& options = {});
/// Reads the one model in `text`; the first error when there is any.
Expected<TracedModule> parse_graph(std::string_view text, const ParseOptions& options = {});
/// Reads one value without nodes, as it stands among operands: `(1, 2.0, "same")`.
Expected<Argument> parse_value(std::string_view text);

} // namespace fx
