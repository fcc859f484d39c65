// Whether two graphs have the same form (torch.fx: passes/utils/common.py compare_graphs).
//
//     if (auto difference = fx::compare_graphs(before, after))
//       std::cerr << difference->what << '\n'; // "'relu' calls torch.relu, and 'neg' torch.neg"
#pragma once

#include "fx/IR/TracedModule.h"

#include <optional>
#include <string>

namespace fx {

/// The first node of the first graph, in program order, that the second has another one for.
struct GraphDifference {
  const Node* first = nullptr;  // null: the first graph has nothing there
  const Node* second = nullptr; // null: the second has nothing there
  std::string what;             // with the names of both
};

struct GraphEqualityOptions {
  /// What the graphs belong to. Without one every call of a module may have any effect; with both
  /// the modules that are called are compared too: class, options, and the graph of one that a pass
  /// made.
  const TracedModule* first_module = nullptr;
  const TracedModule* second_module = nullptr;
  /// Nodes that eliminate_dead_code() takes out do not count.
  bool ignores_dead_code = true;
};

/// Nothing when there is a mapping of nodes to nodes, one to one, under which both graphs have the
/// same opcodes, targets and operands, literals type for type and bit for bit.
///
/// What does not count: names of nodes and parameters, meta, types, the order of keywords, and the
/// order of nodes that could be computed in any order. What counts, unlike in torch.fx: nodes that
/// no output needs but that write to memory, draw random numbers or have another effect; their
/// order; and which of them a node that reads the same memory comes after. Operands are compared as
/// they are written: `normalize-args` brings them into one form. Linear but for a logarithm.
std::optional<GraphDifference> compare_graphs(const Graph& first, const Graph& second,
                                              const GraphEqualityOptions& options = {});
/// Of two models: the forward graphs of both.
std::optional<GraphDifference> compare_graphs(const TracedModule& first,
                                              const TracedModule& second);

inline bool graphs_equal(const Graph& first, const Graph& second,
                         const GraphEqualityOptions& options = {}) {
  return !compare_graphs(first, second, options);
}

} // namespace fx
