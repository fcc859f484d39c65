// What the constructor knows of the tensors that it makes: their sizes, and single values.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Ops/LibTorch.h"

#include "Frontend/Values/Value.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string_view>

namespace fx::frontend {

class Construction;

using Sizes = llvm::SmallVector<int64_t, 4>;

/// The sizes of a tensor of the init graph, by the operators that make it, and those of a weight by
/// the options of its module; nothing where these do not tell.
std::optional<Sizes> initial_sizes(const Construction& construction, const Node& tensor);

/// The one value of a tensor of the init graph: a number that is given to torch::tensor or
/// torch::full, or an element of a range.
std::optional<Value> initial_item(const Node& tensor);
/// All numbers of a tensor of one dimension that is made of numbers and that nothing has changed.
std::optional<std::vector<Value>> initial_items(const Node& tensor);

} // namespace fx::frontend
