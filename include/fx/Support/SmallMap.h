// A map for a handful of keys: one vector, searched from the front.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

namespace fx {

/// Entries stand in the order in which they were added. Searching is linear: for as many keys as a
/// pattern has nodes, which is faster than any hash up to some dozens.
template <class Key, class Value>
class SmallMap {
public:
  using Entry = std::pair<Key, Value>;

  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }
  size_t size() const { return entries_.size(); }
  void clear() { entries_.clear(); }

  auto find(const Key& key) const { return std::ranges::find(entries_, key, &Entry::first); }
  bool contains(const Key& key) const { return find(key) != end(); }
  bool has_value(const Value& value) const {
    return std::ranges::find(entries_, value, &Entry::second) != end();
  }
  /// The key has to be there.
  const Value& at(const Key& key) const { return find(key)->second; }
  /// Adds an entry unless the key is there; returns whether it did.
  bool emplace(const Key& key, Value value) {
    if (contains(key)) return false;
    entries_.emplace_back(key, std::move(value));
    return true;
  }
  void erase(const Key& key) {
    std::erase_if(entries_, [&](const Entry& entry) { return entry.first == key; });
  }

private:
  std::vector<Entry> entries_;
};

} // namespace fx
