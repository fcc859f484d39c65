// Where in a list the first element with a name is.
#pragma once

#include "fx/Support/TextHash.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace fx {

/// An index of a list that others keep, made on demand where it is long: eight bytes a name in one
/// block of memory, where std::unordered_map takes seven times as many in blocks of their own.
/// Elements are added at the end; who changes the list in another way makes the index anew.
class NameIndex {
public:
  /// The place of the first of `count` elements that is called `wanted`; `count`: none is.
  /// `name_of(place)` gives the name of an element.
  template <class NameOf>
  size_t find(std::string_view wanted, size_t count, const NameOf& name_of) {
    if (count <= few) {
      size_t place = 0;
      while (place < count && name_of(place) != wanted)
        ++place;
      return place;
    }
    if (count * 3 > slots_.size() * 2) grow(count);
    for (; size_ < count; ++size_) {
      const std::string_view name = name_of(size_);
      const size_t hash = text_hash(name);
      Slot& slot = slots_[search(name, hash, name_of)];
      if (slot.place == 0) slot = {static_cast<uint32_t>(hash), static_cast<uint32_t>(size_ + 1)};
    }
    const uint32_t place = slots_[search(wanted, text_hash(wanted), name_of)].place;
    return place == 0 ? count : place - 1;
  }

private:
  static constexpr size_t few = 16;
  struct Slot {
    uint32_t hash = 0;  // its lower half
    uint32_t place = 0; // and one; 0: the slot is free
  };

  size_t mask() const { return slots_.size() - 1; }

  /// The slot of a name, or the free one where it would be.
  template <class NameOf>
  size_t search(std::string_view name, size_t hash, const NameOf& name_of) const {
    size_t at = hash & mask();
    for (; slots_[at].place != 0; at = (at + 1) & mask())
      if (slots_[at].hash == static_cast<uint32_t>(hash) && name_of(slots_[at].place - 1) == name)
        break;
    return at;
  }

  void grow(size_t count) {
    size_t slots = few * 2;
    while (count * 3 > slots * 2)
      slots *= 2;
    const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots));
    for (const Slot& slot : old) {
      if (slot.place == 0) continue;
      size_t at = slot.hash & mask();
      while (slots_[at].place != 0)
        at = (at + 1) & mask();
      slots_[at] = slot;
    }
  }

  std::vector<Slot> slots_; // a power of two of them
  size_t size_ = 0;         // how many of the list it has
};

} // namespace fx
