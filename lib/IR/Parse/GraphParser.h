// The parser of whole texts: one object a text.
#pragma once

#include "ParseArgument.h"

#include "fx/IR/Parser.h"

#include <unordered_set>

namespace fx {

/// A text and where its lines begin.
struct ParsedModule::Source {
  std::string file;
  unsigned first_line = 0;
  std::vector<size_t> line_starts;

  Source(std::string_view text, const ParseOptions& options);
  SourceLocation location(size_t offset) const;
};

class GraphParser {
public:
  GraphParser(std::string_view text, const ParseOptions& options);
  ParseResult parse();

private:
  /// A tensor's `= %name`, known when the init graph is.
  struct InitReference {
    ModuleNode* module;
    size_t slot;
    std::string name;
    size_t offset;
  };
  /// An option's value with nodes of the init graph in it: read again when there are any.
  struct OptionReference {
    ModuleNode* module;
    size_t option;
    size_t offset;
  };
  struct AliasReference {
    ModuleNode* module;
    std::string path;
    size_t offset;
  };
  /// The names of the graph that is being read.
  struct Scope {
    explicit Scope(Graph& graph, std::vector<size_t>& offsets) : graph(graph), offsets(offsets) {}
    Graph& graph;
    std::vector<size_t>& offsets;
    std::unordered_map<Symbol, Node*> nodes;
    // Names whose line could not be read: uses of them are no further errors.
    std::unordered_set<Symbol> broken;
    // A stand-in for each name that was used before it was defined, in a graph that is thrown away.
    Graph stand_ins;
    std::unordered_map<Symbol, std::pair<Node*, size_t>> forward;
  };

  // GraphParser.cpp
  void parse_unit();
  void report(const SyntaxError& error);
  void recover_from(size_t offset);
  bool too_many_errors() const { return result_.errors.size() >= options_.max_errors; }
  // ParseNodes.cpp
  void parse_nodes(Graph& graph, std::vector<size_t>& offsets);
  bool at_node() const;
  void parse_node(Scope& scope);
  void parse_return(Scope& scope);
  void parse_operands(Scope& scope, Opcode op, std::vector<Argument>& args,
                      std::vector<KeywordArgument>& kwargs);
  void parse_suffix(Node& node);
  void add_node(Scope& scope, Opcode op, Symbol target, std::vector<Argument> args,
                std::vector<KeywordArgument> kwargs, std::string_view name, Symbol type,
                size_t begin);
  Node* resolve(Scope& scope, std::string_view name, size_t offset);
  Argument argument(Scope& scope);
  void resolve_forward(Scope& scope);
  std::string_view parse_node_type();
  std::optional<uint64_t> parse_num_users();
  Symbol parse_target();
  SourceRange parse_location();
  // ParseModules.cpp
  void parse_module();
  void parse_contents(ModuleNode& root);
  void parse_tensor(ModuleNode& module, TensorRole role);
  /// Reads a child; true when a block of its own contents follows.
  ModuleNode* parse_child(ModuleNode& parent);
  /// `alias of PATH`
  void parse_alias(ModuleNode& parent, std::string_view name);
  void check_aliases();
  /// A child by its class, with the arguments of its constructor.
  ModuleNode& parse_module_class(ModuleNode& parent, std::string_view name);
  void parse_options(ModuleNode& module, bool constructor);
  std::string parse_name(std::string_view what);
  std::string parse_class();
  void resolve_references();

  TextCursor cursor_;
  ParseOptions options_;
  std::shared_ptr<const ParsedModule::Source> source_;
  ParseResult result_;
  ParsedModule current_;
  std::vector<InitReference> init_references_;
  std::vector<OptionReference> option_references_;
  std::vector<AliasReference> alias_references_;
  // torch.fx's text: what it says about the users, to be compared with what was understood.
  std::vector<std::pair<const Node*, uint64_t>> declared_users_;
};

} // namespace fx
