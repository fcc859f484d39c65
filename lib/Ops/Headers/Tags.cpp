// What the dispatcher alone knows of an operator: rows of generated/OperatorTags.def.
#include "Ops/Headers/Readers.h"

#include <algorithm>
#include <string_view>

namespace fx::ops::headers {

namespace {

enum class Tag : uint8_t { None, Random, InplaceView };

struct Row {
  std::string_view name;
  Tag first; // in 1.13
  Tag last;  // in 2.6
};

constexpr Row rows[] = {
#define FX_OPERATOR_TAG(NAME, FIRST, LAST) {NAME, Tag::FIRST, Tag::LAST},
#include "Ops/generated/OperatorTags.def"
};

constexpr LibTorchVersion first_version = {1, 13, 0};
constexpr LibTorchVersion last_version = {2, 6, 0};

const Row* find_row(std::string_view name) {
  const Row* found = std::ranges::lower_bound(rows, name, {}, &Row::name);
  return found != std::end(rows) && found->name == name ? found : nullptr;
}

/// The version between the two in which a tag changed is not known: what is between has either.
bool has(const Row& row, Tag tag, LibTorchVersion version) {
  return (version < last_version && row.first == tag) ||
         (version.major * 100 + version.minor > first_version.major * 100 + first_version.minor &&
          row.last == tag);
}

} // namespace

void set_tags(DeclaredOperator& found, LibTorchVersion version) {
  if (const Row* row = find_row(found.name)) {
    found.random = has(*row, Tag::Random, version);
    found.inplace_view = has(*row, Tag::InplaceView, version);
    return;
  }
  // add_ draws what add does.
  std::string_view twin = found.name;
  if (twin.ends_with('_')) twin.remove_suffix(1);
  const Row* row = find_row(twin);
  found.random = row == nullptr || has(*row, Tag::Random, version);
  found.inplace_view = std::ranges::any_of(found.arguments, &DeclaredOperator::Argument::mutated);
}

} // namespace fx::ops::headers
