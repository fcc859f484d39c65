#include "fx/Support/Symbol.h"

#include "fx/Support/TextHash.h"

#include <deque>
#include <mutex>
#include <vector>

namespace fx {

namespace {

/// All texts, by their hashes. These are kept: a text that is not the one asked for is not looked
/// at, nor is any when the table grows.
class Table {
public:
  const std::string* intern(std::string_view text) {
    const size_t hash = text_hash(text);
    const std::lock_guard lock(mutex_);
    size_t at = hash & mask();
    for (; slots_[at].text != nullptr; at = (at + 1) & mask())
      if (slots_[at].hash == hash && *slots_[at].text == text) return slots_[at].text;
    const std::string* fresh = &texts_.emplace_back(text);
    slots_[at] = {fresh, hash};
    if (texts_.size() * 3 > slots_.size() * 2) grow();
    return fresh;
  }

private:
  struct Slot {
    const std::string* text = nullptr;
    size_t hash = 0;
  };

  size_t mask() const { return slots_.size() - 1; }

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
  std::deque<std::string> texts_;                     // the address of an entry never changes
  std::vector<Slot> slots_ = std::vector<Slot>(1024); // a power of two of them
};

Table& table() {
  // Leaked on purpose: symbols in static objects may outlive any order of destruction.
  static auto* instance = new Table();
  return *instance;
}

const std::string* intern(std::string_view text) {
  return table().intern(text);
}

} // namespace

Symbol::Symbol() {
  static const std::string* const empty = intern("");
  text_ = empty;
}

Symbol::Symbol(std::string_view text) : text_(intern(text)) {}

} // namespace fx
