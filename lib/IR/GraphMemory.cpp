#include "GraphMemory.h"

#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace fx {

namespace {

constexpr size_t huge_page = size_t(2) << 20;
constexpr size_t first_block = 2048;
constexpr size_t word = 16;

size_t words(size_t bytes) {
  return (bytes + word - 1) / word;
}

/// Huge pages that were given back, for the next graph: to get one from the system costs more time
/// than to fill it with nodes. Keeps 256 MiB at most. Thread-safe.
class HugePages {
public:
  static HugePages& instance() {
    static auto* pages = new HugePages(); // leaked on purpose: static graphs may die after it
    return *pages;
  }

  void* take() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        void* page = free_.back();
        free_.pop_back();
        return page;
      }
    }
    void* page = std::aligned_alloc(huge_page, huge_page);
#ifdef __linux__
    // Where the system has no huge pages nothing is lost.
    if (page != nullptr) madvise(page, huge_page, MADV_HUGEPAGE);
#endif
    return page;
  }

  void give_back(void* page) {
    const std::lock_guard lock(mutex_);
    if (free_.size() < kept)
      free_.push_back(page);
    else
      std::free(page);
  }

private:
  static constexpr size_t kept = 128;
  HugePages() { free_.reserve(kept); }
  std::mutex mutex_;
  std::vector<void*> free_;
};

} // namespace

BlockMemory::~BlockMemory() {
  for (const Block& block : blocks_)
    if (block.capacity == huge_page)
      HugePages::instance().give_back(block.memory);
    else
      std::free(block.memory);
}

void BlockMemory::add_block(size_t bytes) {
  size_t size = blocks_.empty() ? first_block : std::min(huge_page, 2 * blocks_.back().capacity);
  size = std::max(size, bytes);
  void* memory = size == huge_page ? HugePages::instance().take() : std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  blocks_.push_back({static_cast<std::byte*>(memory), size, 0});
}

bool Graph::Arena::is_outside(size_t bytes) const {
  return words(bytes) >= free_lists.size();
}

Graph::Arena::~Arena() {
  for_each_node([this](Node& node) {
    // Arguments may be the last to hold an aggregate; long lists are not in the blocks.
    std::destroy_n(node.args_, node.num_args_);
    if (is_outside(node.num_args_ * sizeof(Argument))) std::free(node.args_);
    if (is_outside(node.num_uses_ * sizeof(Node::Use))) std::free(node.uses_);
    std::destroy_at(&node);
  });
}

void* Graph::Arena::allocate_list(size_t bytes) {
  const size_t size = words(bytes);
  if (is_outside(bytes)) {
    void* memory = std::malloc(bytes);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
  }
  void*& first = free_lists[size];
  if (first == nullptr) return lists.allocate(size * word);
  void* place = first;
  first = *static_cast<void**>(place);
  return place;
}

void Graph::Arena::free_list(void* list, size_t bytes) {
  if (list == nullptr) return;
  const size_t size = words(bytes);
  if (is_outside(bytes)) return std::free(list);
  *static_cast<void**>(list) = free_lists[size];
  free_lists[size] = list;
}

} // namespace fx
