// Which values of a graph may share memory, and who writes to it.
//
// Flow-insensitive: every value belongs to one class of memory, and two values of different classes
// never share any. Inputs, parameters and buffers are one class, the external memory: a caller may
// pass the same tensor twice, or a parameter. Linear in the size of the graph.
#pragma once

#include "fx/Analysis/Effects.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace fx {

class AliasAnalysis {
public:
  static constexpr std::string_view analysis_name = "aliasing";
  using MemoryClass = uint32_t;
  static constexpr MemoryClass external = 0;
  static constexpr MemoryClass none = UINT32_MAX;

  /// `module` and `modes` as for EffectOracle. It describes the graph as it is now, and knows
  /// nothing of nodes added later.
  explicit AliasAnalysis(const Graph& graph, const TracedModule* module = nullptr,
                         std::optional<Modes> modes = {});

  AliasAnalysis(const Graph& graph, const TracedModule& module) : AliasAnalysis(graph, &module) {}

  /// Whether both say the same about all nodes of `graph`; classes may have other numbers.
  bool agrees_with(const AliasAnalysis& other, const Graph& graph) const;

  /// The class of memory the node's value lives in; `none` when it holds no tensor.
  MemoryClass memory(const Node& node) const { return memory_[node.id()]; }
  bool may_alias(const Node& a, const Node& b) const {
    return memory(a) != none && memory(a) == memory(b);
  }
  /// The effects of the node.
  const Effects& effects(const Node& node) const { return effects_[effects_of_[node.id()]]; }
  /// The nodes in its operands whose memory the node writes to.
  std::vector<const Node*> written_by(const Node& node) const;
  /// The place of the node in program order, from 0.
  uint32_t position(const Node& node) const { return position_[node.id()]; }

  /// Program-order positions of the nodes that write to this memory, ascending. Nodes with unknown
  /// effects write to the external memory and to that of all their operands.
  std::span<const uint32_t> writers(MemoryClass memory) const;
  bool is_written(MemoryClass memory) const { return !writers(memory).empty(); }
  /// Whether a node strictly between the two positions writes to this memory. O(log writers).
  bool is_written_between(MemoryClass memory, uint32_t first, uint32_t last) const;
  /// Whether a node strictly between the two positions is a barrier (Effects::barrier). O(log
  /// barriers).
  bool has_barrier_between(uint32_t first, uint32_t last) const;
  /// Whether the graph returns the value, or a view of it; of the init graph, whether a parameter
  /// or buffer is one.
  bool escapes(const Node& node) const { return escapes_[node.id()]; }
  /// The node at a position.
  Node* at(uint32_t position) const { return order_[position]; }
  /// How many classes there are, the external one included.
  uint32_t num_classes() const { return uint32_t(writers_begin_.size() - 1); }

private:
  std::vector<MemoryClass> memory_;     // by node id
  std::vector<Effects> effects_;        // those that occur, each once: a handful
  std::vector<uint32_t> effects_of_;    // by node id: which of them
  std::vector<uint32_t> position_;      // by node id
  std::vector<Node*> order_;            // by position
  std::vector<uint32_t> writers_;       // positions, grouped by class
  std::vector<uint32_t> writers_begin_; // by class, one more than classes
  std::vector<uint32_t> barriers_;      // positions, ascending
  std::vector<bool> escapes_;           // by node id
};

} // namespace fx
