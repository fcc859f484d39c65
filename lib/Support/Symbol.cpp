#include "fx/Support/Symbol.h"

#include "fx/Support/StringPointerSet.h"
#include "fx/Support/TextHash.h"

#include <deque>
#include <mutex>

namespace fx {

namespace {

struct Table {
  std::mutex mutex;
  std::deque<std::string> texts; // the address of an entry never changes
  StringPointerSet index;
};

Table& table() {
  // Leaked on purpose: symbols in static objects may outlive any order of destruction.
  static auto* instance = new Table();
  return *instance;
}

const std::string* intern(std::string_view text) {
  Table& all = table();
  const std::lock_guard lock(all.mutex);
  if (const std::string* known =
          all.index.find(text_hash(text), [&](const std::string* entry) { return *entry == text; }))
    return known;
  const std::string* fresh = &all.texts.emplace_back(text);
  all.index.insert(fresh, [&](const std::string* entry) { return text_hash(*entry); });
  return fresh;
}

} // namespace

Symbol::Symbol() {
  static const std::string* const empty = intern("");
  text_ = empty;
}

Symbol::Symbol(std::string_view text) : text_(intern(text)) {}

} // namespace fx
