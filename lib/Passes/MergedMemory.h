// The memory of values, as it becomes while a pass lets calls write into their operands.
#pragma once

#include "fx/Analysis/Aliasing.h"

#include <optional>
#include <utility>
#include <vector>

namespace fx {

/// To be asked of one node of the graph after the other, in the order of the program. Linear in the
/// size of the graph, but for the logarithm of a heap.
class MergedMemory {
public:
  using Class = AliasAnalysis::MemoryClass;

  MergedMemory(const Graph& graph, const AliasAnalysis& aliasing);

  /// Of AliasAnalysis::memory(), and one with what was merged with it.
  Class of(const Node& value);

  /// Who reads the memory behind a node, in the order of the program; nothing: more than `limit`
  /// do.
  std::optional<std::vector<Node*>> readers_behind(Class memory, const Node& node, size_t limit);
  /// The first of them, at most so many.
  std::vector<Node*> next_readers(Class memory, const Node& node, size_t limit);
  bool is_read_behind(Class memory, const Node& node) const;

  /// Who reads one of the two reads the memory of both from now on.
  void merge(const Node& one, const Node& other);
  void forget_readers(Class memory) { readers_[memory].clear(); }

private:
  using Reader = std::pair<uint32_t, Node*>; // its position first

  void add_reader(Class memory, Node* node);
  /// Those behind a node; the others are forgotten.
  const std::vector<Reader>& pending_readers(Class memory, const Node& node);

  const AliasAnalysis& aliasing_;
  std::vector<Class> merged_;
  /// By class, views left out: heaps, the first one in front.
  std::vector<std::vector<Reader>> readers_;
};

} // namespace fx
