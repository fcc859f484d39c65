#include "fx/IR/MemoryLayout.h"

#include <algorithm>
#include <array>

namespace fx {

namespace {

constexpr auto layouts = std::to_array<MemoryLayout>({
#define FX_LAYOUT(NAME, ENUMERATOR, NUMBER) {NAME, #ENUMERATOR, "torch::k" #ENUMERATOR, NUMBER},
#define FX_LATER_LAYOUT(NAME) {NAME, "", "", -1},
#include "fx/IR/MemoryLayouts.def"
});

constexpr auto memory_formats = std::to_array<MemoryLayout>({
#define FX_MEMORY_FORMAT(NAME, ENUMERATOR, NUMBER)                                                 \
  {NAME, #ENUMERATOR, "torch::MemoryFormat::" #ENUMERATOR, NUMBER},
#include "fx/IR/MemoryLayouts.def"
});

const MemoryLayout* find(std::span<const MemoryLayout> rows, std::string_view text,
                         std::string_view MemoryLayout::* column) {
  const auto found = std::ranges::find(rows, text, column);
  return text.empty() || found == rows.end() ? nullptr : &*found;
}

} // namespace

const MemoryLayout* find_layout(std::string_view name) {
  return find(layouts, name, &MemoryLayout::name);
}

const MemoryLayout* find_memory_format(std::string_view name) {
  return find(memory_formats, name, &MemoryLayout::name);
}

const MemoryLayout* find_layout_of_enumerator(std::string_view enumerator) {
  return find(layouts, enumerator, &MemoryLayout::enumerator);
}

const MemoryLayout* find_memory_format_of_enumerator(std::string_view enumerator) {
  return find(memory_formats, enumerator, &MemoryLayout::enumerator);
}

std::span<const MemoryLayout> all_layouts() {
  return layouts;
}

std::span<const MemoryLayout> all_memory_formats() {
  return memory_formats;
}

} // namespace fx
