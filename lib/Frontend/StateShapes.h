// Which values have the shape and the type of a state, by the operators that make them.
#pragma once

#include "fx/IR/TracedModule.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace fx::frontend {

/// Whether the constructor makes two tensors of one shape and type.
bool are_made_alike(const Node& left, const Node& right);

/// Whether `value` has the shape and type of the state that the constructor makes by `made`, by the
/// operators that lead to it. `old`: what stands for old values of that shape and type in `graph`.
bool keeps_shape(const Node& value, const llvm::SmallPtrSetImpl<const Node*>& old, const Node& made,
                 const Graph& graph, const TracedModule& module);

} // namespace fx::frontend
