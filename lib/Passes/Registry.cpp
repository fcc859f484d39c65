// Which passes there are: those of Passes.def, and those that plugins add.
#include "fx/Passes/Pass.h"

#include <algorithm>
#include <deque>
#include <fmt/format.h>

namespace fx {

#define FX_PASS(NAME) extern const PassInfo NAME;
#include "fx/Passes/Passes.def"

namespace {

struct Registry {
  std::vector<const PassInfo*> passes; // sorted by name
  std::deque<PassInfo> loaded;

  Registry() {
#define FX_PASS(NAME) passes.push_back(&NAME);
#include "fx/Passes/Passes.def"
    std::ranges::sort(passes, {}, &PassInfo::name);
  }
};

Registry& registry() {
  static Registry the_registry;
  return the_registry;
}

} // namespace

std::vector<const PassInfo*> registered_passes() {
  return registry().passes;
}

const PassInfo* find_pass(std::string_view name) {
  const auto& passes = registry().passes;
  const auto found = std::ranges::lower_bound(passes, name, {}, &PassInfo::name);
  return found != passes.end() && (*found)->name == name ? *found : nullptr;
}

void register_pass(PassInfo info) {
  if (find_pass(info.name) != nullptr)
    throw GraphError(fmt::format("there is a pass '{}' already", info.name));
  Registry& all = registry();
  all.loaded.push_back(std::move(info));
  const PassInfo* added = &all.loaded.back();
  all.passes.insert(std::ranges::lower_bound(all.passes, added->name, {}, &PassInfo::name), added);
}

} // namespace fx
