// Which shapes a module of LibTorch's takes, and which are worth a try where nothing says so.
#pragma once

#include "fx/IR/TracedModule.h"

#include <optional>
#include <utility>
#include <vector>

namespace fx::verify {

/// The tensors a module takes as its argument number `place`, the likeliest first; none where it
/// takes any. What is free in an image is `extent`, a batch has 2, a sequence 5 items.
std::vector<TensorMeta> accepted_by(const ModuleNode& module, size_t place, int64_t extent);
/// The same of a function or method.
std::vector<TensorMeta> accepted_by(const Node& call, int64_t extent);
/// How many rows the table of an embedding has; nothing when the module is none.
std::optional<int64_t> num_rows(const ModuleNode& module);
/// Whether the integers that a call takes are those that it returns.
bool keeps_integers(const Node& call);

/// float32[2, 4, extent, extent]
TensorMeta image(int64_t extent);
/// Tensors of all usual numbers of dimensions.
std::vector<TensorMeta> common_shapes(int64_t extent);
/// What `shape` may have to be instead, given what it meets: `corrections` are pairs of a size and
/// the size wanted in its place, `operands` the shapes of the other operands.
std::vector<TensorMeta> neighbours(const TensorMeta& shape,
                                   const std::vector<std::pair<int64_t, int64_t>>& corrections,
                                   const std::vector<TensorMeta>& operands);

} // namespace fx::verify
