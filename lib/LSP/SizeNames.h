// Shapes with names for the sizes of inputs that may be others: f32[N, 64, 56, 56].
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Ops/Kernels.h"

#include <map>
#include <memory>
#include <string>

namespace fx::lsp {

/// Shapes of nodes as text, where a name is in one: "f32[N, 64]".
using NamedShapes = std::map<const Node*, std::string>;

/// Finds the shapes of a model whose inputs have examples. Names are those of the examples
/// ("x=2[batch]x3"); with `names_batches` the first size of a tensor that has none is N. A name
/// that stands for one number alone, for the operands of a node would not go together else, is
/// none; and where a shape with names is not that of the example, the example is right.
NamedShapes named_shapes(TracedModule& model, const std::shared_ptr<ops::Kernels>& kernels,
                         bool names_batches);

/// "f32[N, 64, 56, 56]"; empty where it is not known.
std::string shape_text(const NamedShapes& shapes, const Node& node);

} // namespace fx::lsp
