// How tensors lie in memory: torch.layout and torch.memory_format in Python, c10::Layout and
// c10::MemoryFormat in LibTorch.
//
// Data: MemoryLayouts.def beside this file.
#pragma once

#include <span>
#include <string_view>

namespace fx {

/// A layout or a memory format.
struct MemoryLayout {
  std::string_view name;       // Python's after "torch.": "sparse_coo"
  std::string_view enumerator; // "Sparse"; empty: the installed LibTorch has none
  std::string_view cpp;        // "torch::kSparse"; empty like the enumerator
  int number;                  // of the enumerator, which TorchScript writes; -1 without one
};

/// By Python's name; null when there is none of it.
const MemoryLayout* find_layout(std::string_view name);
const MemoryLayout* find_memory_format(std::string_view name);
/// By the enumerator of c10::Layout, c10::MemoryFormat; null when it has no such one.
const MemoryLayout* find_layout_of_enumerator(std::string_view enumerator);
const MemoryLayout* find_memory_format_of_enumerator(std::string_view enumerator);
std::span<const MemoryLayout> all_layouts();
std::span<const MemoryLayout> all_memory_formats();

} // namespace fx
