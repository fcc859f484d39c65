#include "Frontend/Eval/ConfigValues.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx::frontend {

namespace {

/// An option called learning-rate is the member learning_rate.
ConfigValues::Path normalized(ConfigValues::Path path) {
  for (std::string& key : path)
    std::ranges::replace(key, '-', '_');
  return path;
}

bool begins_with(const ConfigValues::Path& path, const ConfigValues::Path& first) {
  return path.size() > first.size() && std::equal(first.begin(), first.end(), path.begin());
}

} // namespace

ConfigValues::ConfigValues(const std::vector<ConfigValue>& values) {
  for (const ConfigValue& value : values)
    values_.insert_or_assign(normalized(value.path), &value);
}

const ConfigValue* ConfigValues::find(const Path& path) const {
  const auto found = values_.find(normalized(path));
  return found == values_.end() ? nullptr : found->second;
}

size_t ConfigValues::num_children(const Path& path) const {
  const Path parent = normalized(path);
  size_t count = 0;
  const std::string* last = nullptr;
  for (auto at = values_.lower_bound(parent); at != values_.end(); ++at) {
    if (at->first == parent) continue;
    if (!begins_with(at->first, parent)) break;
    const std::string& key = at->first[parent.size()];
    if (last == nullptr || *last != key) ++count;
    last = &key;
  }
  return count;
}

const std::string& ConfigValues::reason(const Path& path) {
  const auto [entry, is_new] = reasons_.try_emplace(
      fmt::format("'{}' of --config has more than one value", spelled(path)), path);
  return entry->first;
}

std::optional<ConfigValues::Path> ConfigValues::path_of(std::string_view reason) const {
  const auto found = reasons_.find(reason);
  if (found == reasons_.end()) return std::nullopt;
  return found->second;
}

std::string spelled(const ConfigValues::Path& path) {
  std::string text;
  for (const std::string& key : path)
    text += llvm::all_of(key, llvm::isDigit) && !key.empty() ? fmt::format("[{}]", key)
                                                             : fmt::format("[\"{}\"]", key);
  return text;
}

} // namespace fx::frontend
