// A set of pointers to strings in one block of memory: two words an entry, where std::unordered_set
// takes six. Nothing is ever removed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fx {

class StringPointerSet {
public:
  /// A hash for sets of interned strings, which are compared by address. Sixteen that lie side by
  /// side in memory, because they were made one after another, are neighbours in the set too.
  static size_t address_hash(const std::string* text) {
    constexpr uint64_t golden = 0x9e3779b97f4a7c15;
    const uint64_t place = reinterpret_cast<uintptr_t>(text) / sizeof(std::string);
    return ((place / 16 * golden) >> 24 << 4) | (place % 16);
  }

  size_t size() const { return size_; }

  /// The entry with this hash for which `equal` holds, or null.
  template <class Equal>
  const std::string* find(size_t hash, const Equal& equal) const {
    if (slots_.empty()) return nullptr;
    for (size_t at = hash & mask();; at = (at + 1) & mask())
      if (slots_[at] == nullptr || equal(slots_[at])) return slots_[at];
  }

  /// Makes room for so many entries in an empty set.
  void reserve(size_t entries) {
    size_t slots = 16;
    while (slots * 2 < entries * 3 + 3)
      slots *= 2;
    if (slots_.empty()) slots_.resize(slots);
  }

  /// Adds an entry that is not there yet; `hash_of` is asked again for all when the set grows.
  template <class HashOf>
  void insert(const std::string* entry, const HashOf& hash_of) {
    if ((size_ + 1) * 3 > slots_.size() * 2) grow(hash_of);
    place(entry, hash_of(entry));
    ++size_;
  }

private:
  size_t mask() const { return slots_.size() - 1; }

  void place(const std::string* entry, size_t hash) {
    size_t at = hash & mask();
    while (slots_[at] != nullptr)
      at = (at + 1) & mask();
    slots_[at] = entry;
  }

  template <class HashOf>
  void grow(const HashOf& hash_of) {
    std::vector<const std::string*> old(slots_.empty() ? 16 : slots_.size() * 2);
    old.swap(slots_);
    for (const std::string* entry : old)
      if (entry != nullptr) place(entry, hash_of(entry));
  }

  std::vector<const std::string*> slots_; // a power of two of them
  size_t size_ = 0;
};

} // namespace fx
