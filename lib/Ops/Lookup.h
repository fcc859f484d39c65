// Binary search in the sorted static tables of this folder.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

namespace fx::ops {

/// The row whose `name` is `name`, or null.
template <class Row>
const Row* find_row(std::span<const Row> rows, std::string_view name) {
  auto found = std::ranges::lower_bound(rows, name, {}, &Row::name);
  return found != rows.end() && found->name == name ? &*found : nullptr;
}

/// "torch::nn::Conv2d" -> "Conv2d", "torch._C._nn.gelu" -> "gelu".
inline std::string_view last_part(std::string_view qualified_name) {
  auto separator = qualified_name.find_last_of(":.");
  return separator == std::string_view::npos ? qualified_name
                                             : qualified_name.substr(separator + 1);
}

} // namespace fx::ops
