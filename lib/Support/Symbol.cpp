#include "fx/Support/Symbol.h"

#include "fx/Support/TextHash.h"

#include <algorithm>
#include <memory_resource>
#include <mutex>
#include <new>
#include <stdexcept>
#include <vector>

namespace fx {

/// All texts, by their hashes. These are kept: a text that is not the one asked for is not looked
/// at, nor is any when the table grows.
class SymbolTable {
public:
  static SymbolTable& instance() {
    // Leaked on purpose: symbols in static objects may outlive any order of destruction.
    static auto* table = new SymbolTable();
    return *table;
  }

  Symbol intern(std::string_view text) {
    if (text.size() > UINT32_MAX) throw std::length_error("fx::Symbol: more than 4 GiB of text");
    const size_t hash = text_hash(text);
    const std::lock_guard lock(mutex_);
    size_t at = hash & mask();
    for (; slots_[at].text != nullptr; at = (at + 1) & mask())
      if (slots_[at].hash == hash && Symbol(slots_[at].text).view() == text)
        return Symbol(slots_[at].text);
    const Symbol::Text* fresh = store(text);
    slots_[at] = {fresh, hash};
    if (++size_ * 3 > slots_.size() * 2) grow();
    return Symbol(fresh);
  }

private:
  struct Slot {
    const Symbol::Text* text = nullptr;
    size_t hash = 0;
  };

  size_t mask() const { return slots_.size() - 1; }

  /// Where it never moves.
  const Symbol::Text* store(std::string_view text) {
    const size_t bytes = sizeof(Symbol::Text) + text.size() + 1;
    auto* made = new (texts_.allocate(bytes, Symbol::alignment))
        Symbol::Text{static_cast<uint32_t>(text.size())};
    char* const letters = reinterpret_cast<char*>(made + 1);
    std::ranges::copy(text, letters);
    letters[text.size()] = '\0';
    return made;
  }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.text == nullptr) continue;
      size_t at = slot.hash & mask();
      while (slots_[at].text != nullptr)
        at = (at + 1) & mask();
      slots_[at] = slot;
    }
  }

  std::mutex mutex_;
  std::pmr::monotonic_buffer_resource texts_;
  size_t size_ = 0;
  std::vector<Slot> slots_ = std::vector<Slot>(1024); // a power of two of them
};

Symbol::Symbol() {
  static const Symbol empty = SymbolTable::instance().intern("");
  *this = empty;
}

Symbol::Symbol(std::string_view text) : Symbol(SymbolTable::instance().intern(text)) {}

} // namespace fx
