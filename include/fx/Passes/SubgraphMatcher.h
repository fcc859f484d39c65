// Finding a small graph in a large one (torch.fx: SubgraphMatcher).
#pragma once

#include "fx/Analysis/Aliasing.h"
#include "fx/Analysis/CallOperations.h"
#include "fx/Support/Error.h"
#include "fx/Support/SmallMap.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace fx {

/// One place where a pattern was found.
struct Match {
  /// The node of the pattern's first output in the target.
  Node* anchor = nullptr;
  /// From the pattern's computing nodes to the target's.
  SmallMap<const Node*, Node*> nodes_map;
  /// What the pattern's inputs stand for, in the order of its placeholders: a node or a literal.
  std::vector<Argument> inputs;
  /// For each of `inputs` that is an option of a module that was matched as an operation: the path
  /// of the module, and the option; else empty.
  std::vector<std::pair<Symbol, Symbol>> options;
  /// What the pattern's outputs are in the target, in order.
  std::vector<Node*> outputs;
  /// Before which node all of it can be computed together.
  Node* place = nullptr;
  /// Nodes that the pattern names: its result is (output, ..., {"name": node}).
  std::map<std::string, Node*, std::less<>> named;
  /// Holds the get_attrs among `inputs` that no node of the target computes: the parameters and
  /// buffers of modules that were matched as operations. Null: there are none.
  std::shared_ptr<Graph> tensors;
  /// It is the pattern's in evaluation alone: a dropout module in a graph of both modes.
  bool in_evaluation_alone = false;
};

struct MatchOptions {
  /// Literals of the pattern match any literals.
  bool ignore_literals = false;
  /// Calls of functions and methods in the pattern match every spelling of the same operation: the
  /// function, the method, the form in place where nothing reads what it has overwritten, F::, and
  /// modules, whose tensors are inputs of the match then. It describes the target.
  const CallOperations* operations = nullptr;
  /// Refuse a match for which one of them is false.
  std::vector<std::function<bool(const Match&, const Graph& target, const Graph& pattern)>> filters;
};

/// A pattern, ready to be looked for.
///
/// Placeholders match any value: the same one the same value wherever it stands, two of them the
/// same value or two. Calls match by opcode and target, call_module by the module's class and
/// options. Operands are compared as the operator's schema orders them, defaults filled in; lists
/// and tuples differ, and so do literals of different type. Nodes inside a match have no users
/// outside of it, but for what the pattern returns and for parameters. Matches do not overlap; the
/// first in program order counts. A match is refused when its nodes could not be computed together,
/// at one place, because of what other nodes write to in between.
class SubgraphMatcher {
public:
  /// Error: a pattern without calls, or with nodes that no output needs. The pattern must outlive
  /// the matcher.
  static Expected<SubgraphMatcher> create(const TracedModule& pattern, MatchOptions options = {});

  /// All matches in a graph of `model`; linear in its size for a pattern with one output.
  std::vector<Match> match(const Graph& graph, const TracedModule& model,
                           const AliasAnalysis& aliasing) const;
  /// How many inputs and outputs the pattern has.
  size_t num_inputs() const { return inputs_.size(); }
  size_t num_outputs() const { return outputs_.size(); }

private:
  friend class MatchSearch;
  std::vector<Node*> candidates(const Graph& graph, const AliasAnalysis& aliasing) const;
  SubgraphMatcher(const TracedModule& pattern, MatchOptions options)
      : pattern_(&pattern), options_(std::move(options)) {
    if (options_.operations != nullptr) operations_.emplace(pattern.graph, pattern);
  }
  /// The operation of one of the pattern's calls that matches every spelling; else null.
  const ops::Operation* wanted(const Node& call) const {
    return operations_ && call.op() != Opcode::CallModule ? operations_->of(call) : nullptr;
  }

  const TracedModule* pattern_;
  MatchOptions options_;
  std::optional<CallOperations> operations_; // of the pattern
  std::vector<Node*> inputs_, outputs_;
  std::map<std::string, Node*, std::less<>> named_;
  // Outputs that no other output is computed from, the first of them the anchor; and then nodes of
  // the pattern that are reached through a user of a node found before.
  std::vector<Node*> sinks_;
};

} // namespace fx
