// What the constructor knows of the tensors that it makes: their sizes, and single values.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Ops/LibTorch.h"

#include "Frontend/Values/Value.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string_view>

namespace fx::frontend {

using Sizes = llvm::SmallVector<int64_t, 4>;

/// The sizes of a tensor of the init graph, by the operators that make it; nothing where these do
/// not tell.
std::optional<Sizes> initial_sizes(const Node& tensor);

/// The sizes that LibTorch gives a weight of a module, by the module's options; nothing for classes
/// whose sizes are not known here.
std::optional<Sizes> weight_sizes(const ops::LibTorch& libtorch, const ModuleNode& leaf,
                                  std::string_view name);

/// The one value of a tensor of the init graph: a number that is given to torch::tensor or
/// torch::full, or an element of a range.
std::optional<Value> initial_item(const Node& tensor);

} // namespace fx::frontend
