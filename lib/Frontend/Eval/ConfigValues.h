// The values of --config, by their paths in the file.
#pragma once

#include "fx/Frontend/TraceOptions.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fx::frontend {

class ConfigValues {
public:
  using Path = std::vector<std::string>;

  explicit ConfigValues(const std::vector<ConfigValue>& values);

  bool empty() const { return values_.empty(); }
  /// What stands at `path`, or null: nothing, or more than one value.
  const ConfigValue* find(const Path& path) const;
  /// How many keys stand below `path`.
  size_t num_children(const Path& path) const;
  bool contains(const Path& path) const { return find(path) || num_children(path) > 0; }
  /// Why an object is not known that stands at `path`: what a value is told from others by.
  const std::string& reason(const Path& path);
  /// The path of an object that is not known for that reason.
  std::optional<Path> path_of(std::string_view reason) const;

private:
  std::map<Path, const ConfigValue*> values_;
  std::map<std::string, Path, std::less<>> reasons_;
};

/// ["model"]["layers"][0]
std::string spelled(const ConfigValues::Path& path);

} // namespace fx::frontend
