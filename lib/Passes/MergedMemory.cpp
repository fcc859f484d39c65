#include "MergedMemory.h"

#include "fx/Analysis/MemoryUses.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

namespace fx {

MergedMemory::MergedMemory(const Graph& graph, const AliasAnalysis& aliasing)
    : aliasing_(aliasing), merged_(aliasing.num_classes()), readers_(aliasing.num_classes()) {
  std::iota(merged_.begin(), merged_.end(), Class(0));
  for (Node* node : graph) {
    const Node* viewed = viewed_value(*node, aliasing);
    for (const Node* input : node->input_nodes())
      if (const Class memory = aliasing.memory(*input);
          memory != AliasAnalysis::none && input != viewed && !asks_for_no_elements(*node))
        add_reader(memory, node);
    // Parameters and buffers are read without an edge, and a caller may pass one of them.
    if (node->op() == Opcode::CallModule || aliasing.effects(*node).unknown)
      add_reader(AliasAnalysis::external, node);
  }
}

void MergedMemory::add_reader(Class memory, Node* node) {
  // In the order of the program, which is a heap.
  if (readers_[memory].empty() || readers_[memory].back().second != node)
    readers_[memory].emplace_back(aliasing_.position(*node), node);
}

MergedMemory::Class MergedMemory::of(const Node& value) {
  Class memory = aliasing_.memory(value);
  if (memory == AliasAnalysis::none) return memory;
  while (merged_[memory] != memory)
    memory = merged_[memory] = merged_[merged_[memory]];
  return memory;
}

const std::vector<MergedMemory::Reader>& MergedMemory::pending_readers(Class memory,
                                                                       const Node& node) {
  std::vector<Reader>& readers = readers_[memory];
  while (!readers.empty() && readers.front().first <= aliasing_.position(node)) {
    std::ranges::pop_heap(readers, std::greater());
    readers.pop_back();
  }
  return readers;
}

std::optional<std::vector<Node*>> MergedMemory::readers_behind(Class memory, const Node& node,
                                                               size_t limit) {
  const std::vector<Reader>& readers = pending_readers(memory, node);
  if (readers.size() > limit) return std::nullopt;
  const std::map<uint32_t, Node*> in_order(readers.begin(), readers.end());
  std::vector<Node*> found;
  found.reserve(in_order.size());
  for (const auto& [position, reader] : in_order)
    found.push_back(reader);
  return found;
}

std::vector<Node*> MergedMemory::next_readers(Class memory, const Node& node, size_t limit) {
  const std::vector<Reader>& readers = pending_readers(memory, node);
  // Of a heap, the next one is always below one that was taken.
  const auto is_later = [&](size_t a, size_t b) { return readers[a] > readers[b]; };
  std::vector<size_t> below;
  const auto reach = [&](size_t index) {
    if (index >= readers.size()) return;
    below.push_back(index);
    std::ranges::push_heap(below, is_later);
  };
  std::vector<Node*> found;
  for (reach(0); !below.empty() && found.size() < limit;) {
    std::ranges::pop_heap(below, is_later);
    const size_t index = below.back();
    below.pop_back();
    if (found.empty() || found.back() != readers[index].second)
      found.push_back(readers[index].second);
    reach(2 * index + 1);
    reach(2 * index + 2);
  }
  return found;
}

bool MergedMemory::is_read_behind(Class memory, const Node& node) const {
  return std::ranges::any_of(readers_[memory], [&](const Reader& reader) {
    return reader.first > aliasing_.position(node);
  });
}

void MergedMemory::merge(const Node& one, const Node& other) {
  Class a = of(one), b = of(other);
  if (a == b) return;
  // The external memory stays what it is.
  if (b == AliasAnalysis::external ||
      (a != AliasAnalysis::external && readers_[a].size() < readers_[b].size()))
    std::swap(a, b);
  for (const Reader& reader : readers_[b]) {
    readers_[a].push_back(reader);
    std::ranges::push_heap(readers_[a], std::greater());
  }
  readers_[b].clear();
  merged_[b] = a;
}

} // namespace fx
