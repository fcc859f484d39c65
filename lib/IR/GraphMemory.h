// Where a graph keeps its nodes, their arguments and their uses.
#pragma once

#include "fx/IR/Graph.h"

#include <array>
#include <cstddef>

namespace fx {

/// Memory in blocks that double up to the size of a huge page: small graphs are small, and large
/// ones wait neither for the allocator nor for address translation. Freed when the graph dies.
class BlockMemory {
public:
  struct Block {
    std::byte* memory;
    size_t capacity, used; // bytes
  };
  BlockMemory() = default;
  BlockMemory(const BlockMemory&) = delete;
  BlockMemory& operator=(const BlockMemory&) = delete;
  ~BlockMemory();

  void* allocate(size_t bytes) {
    if (blocks_.empty() || blocks_.back().capacity - blocks_.back().used < bytes) add_block(bytes);
    Block& block = blocks_.back();
    void* place = block.memory + block.used;
    block.used += bytes;
    return place;
  }
  const std::vector<Block>& blocks() const { return blocks_; }

private:
  void add_block(size_t bytes);
  std::vector<Block> blocks_;
};

struct Graph::Arena {
  BlockMemory nodes; // one after another, nothing else
  BlockMemory lists; // arguments and uses
  // Lists that were given back, by size in words of 16 bytes; each holds the address of the next.
  std::array<void*, 17> free_lists{};
  std::shared_ptr<const char> alive; // of Graph::lifetime(), made when it is asked for

  ~Arena();
  /// A list of that size is too long for the blocks.
  bool is_outside(size_t bytes) const;
  void* allocate_list(size_t bytes);
  void free_list(void* list, size_t bytes);
  template <class Visit>
  void for_each_node(const Visit& visit) const {
    for (const BlockMemory::Block& block : nodes.blocks())
      for (size_t at = 0; at + sizeof(Node) <= block.used; at += sizeof(Node))
        visit(*reinterpret_cast<Node*>(block.memory + at));
  }
};

} // namespace fx
