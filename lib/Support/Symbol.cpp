#include "fx/Support/Symbol.h"

#include "fx/Support/TextHash.h"

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <new>
#include <stdexcept>
#include <vector>

namespace fx {

/// All texts, by their hashes. These are kept: a text that is not the one asked for is rarely
/// looked at, nor is any when the table grows. Eight slots are one line of the processor's cache,
/// as eight names are that text_hash() keeps together.
class SymbolTable {
public:
  static SymbolTable& instance() {
    // Leaked on purpose: symbols in static objects may outlive any order of destruction.
    static auto* table = new SymbolTable();
    return *table;
  }

  Symbol intern(std::string_view text) {
    if (text.size() > UINT32_MAX) throw std::length_error("fx::Symbol: more than 4 GiB of text");
    const auto hash = static_cast<uint32_t>(text_hash(text));
    const std::lock_guard lock(mutex_);
    size_t at = hash & mask();
    for (; slots_[at].place != 0; at = (at + 1) & mask())
      if (slots_[at].hash == hash)
        if (const Symbol known(text_at(slots_[at].place)); known.view() == text) return known;
    slots_[at] = {hash, store(text)};
    const Symbol fresh(text_at(slots_[at].place));
    if (++size_ * 3 > slots_.size() * 2) grow();
    return fresh;
  }

private:
  struct Slot {
    uint32_t hash = 0;
    uint32_t place = 0; // of the text; 0: there is none
  };

  size_t mask() const { return slots_.size() - 1; }

  /// Places are counted from 1 on in pieces of Symbol::alignment, block after block.
  static constexpr size_t places = 4096; // of a block

  const Symbol::Text* text_at(uint32_t place) const {
    return reinterpret_cast<const Symbol::Text*>(blocks_[(place - 1) / places] +
                                                 (place - 1) % places * Symbol::alignment);
  }

  /// Puts it where it never moves.
  uint32_t store(std::string_view text) {
    const size_t needed =
        (sizeof(Symbol::Text) + text.size() + Symbol::alignment) / Symbol::alignment;
    const bool has_own_block = needed > places;
    if (has_own_block || used_ + needed > places) {
      if (blocks_.size() == UINT32_MAX / places) throw std::bad_alloc();
      const size_t bytes = std::max(needed, places) * Symbol::alignment;
      blocks_.push_back(
          static_cast<std::byte*>(::operator new(bytes, std::align_val_t(Symbol::alignment))));
      used_ = 0;
    }
    std::byte* const place = blocks_.back() + used_ * Symbol::alignment;
    auto* made = new (place) Symbol::Text{static_cast<uint32_t>(text.size())};
    char* const letters = reinterpret_cast<char*>(made + 1);
    std::ranges::copy(text, letters);
    letters[text.size()] = '\0';
    const size_t number = (blocks_.size() - 1) * places + used_ + 1;
    used_ = has_own_block ? places : used_ + needed;
    return static_cast<uint32_t>(number);
  }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.place == 0) continue;
      size_t at = slot.hash & mask();
      while (slots_[at].place != 0)
        at = (at + 1) & mask();
      slots_[at] = slot;
    }
  }

  std::mutex mutex_;
  std::vector<std::byte*> blocks_;
  size_t used_ = places; // places of the last one
  size_t size_ = 0;
  std::vector<Slot> slots_ = std::vector<Slot>(1024); // a power of two of them
};

Symbol::Symbol() {
  static const Symbol empty = SymbolTable::instance().intern("");
  *this = empty;
}

Symbol::Symbol(std::string_view text) : Symbol(SymbolTable::instance().intern(text)) {}

} // namespace fx
