// Several calls that share an operand made one call, whose result is split: where such a call can
// stand, and what its parts have to be.
#pragma once

#include "fx/Analysis/CallOperations.h"
#include "fx/Passes/Pass.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace fx {

/// To be used on a graph of evaluation as it is. Linear in the size of the graph, but for a
/// logarithm.
///
/// Calls are merged as far as there is a place in the program at which all of them can be computed:
/// behind what they read and in front of who uses their results, with no write to what they read,
/// and no enter or exit of a mode, between it and any of them. What follows from weights alone is
/// computed earlier where that makes room.
class MergedCalls {
public:
  /// The call in the place of several.
  struct Whole {
    Node* result = nullptr;
    std::vector<Argument> sizes; // of the parts, in the order of the calls
    int64_t dimension = 0;       // along which they lie
  };
  /// Makes it at the insertion point of the graph, where the operands of all are defined.
  using Make = std::function<Whole(std::span<Node* const> calls)>;

  /// Whether a pass is to merge calls of the graph: training computes the parameters anew, and
  /// putting them together would cost more than it gains. An error where code is edited in place.
  static Expected<bool> may_merge(const Graph& graph, const TracedModule& module,
                                  const PassContext& context, std::string_view pass);

  /// `operations`: of the graph. `remark`: PassContext::remark.
  MergedCalls(Graph& graph, TracedModule& module, const CallOperations& operations,
              std::function<void(const Node*, std::string)> remark);

  const AliasAnalysis& aliasing() const { return aliasing_; }
  /// Whether a value follows from weights, and buffers, to which the graph does not write.
  bool is_of_weights(const Node& value) const;
  /// Whether a call was merged with others.
  bool is_merged(const Node& call) const { return merged_.contains(&call); }

  /// Merges pure calls that are in the order of the program, of which `what` tells people: "linear
  /// layers".
  void merge(std::span<Node* const> calls, std::string_view what, const Make& make);
  /// Erases what nobody uses any more. Where the graph was that of both modes, training keeps it as
  /// it was. Nothing can be merged behind it.
  PassResult finish();

private:
  using Position = uint32_t;
  /// Where calls can be computed: in front of the nodes at these positions.
  struct Room {
    Position first = 0, last = UINT32_MAX;
    bool is_empty() const { return first > last; }
  };

  void find_layouts(const CallOperations& operations);
  AliasAnalysis::MemoryClass memory(const Node& value) const;
  Position behind(const Node& value) const;
  Room room_of(const Node& call) const;
  void keep_from_writes(Room& room, std::span<const Position> writers, Position call) const;
  /// The first position from `at` whose node has not been moved.
  Position standing(Position at);
  void move_before(Position at, Node& value);
  void replace(std::span<Node* const> calls, Position at, const Make& make);
  Node* part_for(const Node& call, Node* parts, size_t index);

  Graph& graph_;
  TracedModule& module_;
  std::unique_ptr<Graph> before_; // of both modes, once calls are merged
  AliasAnalysis aliasing_;
  std::function<void(const Node*, std::string)> remark_;
  std::vector<bool> is_constant_;    // by id: computed of weights
  std::vector<bool> is_layout_told_; // by class of memory
  std::vector<Position> barriers_;
  std::vector<Position> next_standing_; // by position
  /// Of nodes that were made or moved: in front of which position they stand.
  std::unordered_map<const Node*, Position> places_;
  std::unordered_map<const Node*, AliasAnalysis::MemoryClass> new_memory_;
  std::unordered_set<const Node*> merged_;
  std::vector<Node*> old_;
};

/// The sizes of a weight, as far as they are known: of a get_attr's or a computed value's example,
/// or of what a module of LibTorch's registers.
std::optional<std::vector<int64_t>> weight_sizes(const TracedModule& module, const Node& weight);
std::optional<std::vector<int64_t>> weight_sizes(const TracedModule& module, std::string_view path);

} // namespace fx
