#include "fx/Support/Symbol.h"

#include <mutex>
#include <unordered_set>

namespace fx {

namespace {

struct Table {
  std::mutex mutex;
  // Node-based: the address of an entry never changes.
  std::unordered_set<std::string> texts;
};

Table& table() {
  // Leaked on purpose: symbols in static objects may outlive any order of destruction.
  static auto* instance = new Table();
  return *instance;
}

const std::string* intern(std::string_view text) {
  Table& all = table();
  const std::lock_guard lock(all.mutex);
  return &*all.texts.emplace(text).first;
}

} // namespace

Symbol::Symbol() {
  static const std::string* const empty = intern("");
  text_ = empty;
}

Symbol::Symbol(std::string_view text) : text_(intern(text)) {}

} // namespace fx
