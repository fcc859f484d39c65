// Which calls tell how a tensor lies in memory, or do something else where it lies otherwise.
// Shapes, types and elements alone do not say what they compute.
#pragma once

#include "fx/Analysis/Aliasing.h"

#include <unordered_set>

namespace fx {

namespace ops {
struct Operation;
}

/// Whether a call tells where in memory a tensor lies: its strides, its offset, its address.
bool tells_layout(const Node& node);

/// Whether a call does, or fails, or may give something else where an operand lies otherwise in
/// memory: view too, by whatever way it is spelled. `operation`: what the call computes (see
/// CallOperations); null: that is not known.
bool depends_on_layout(const Node& node, const ops::Operation* operation = nullptr);

/// The same of a call of a module: Unflatten, and those of which the code is not looked into.
bool module_depends_on_layout(const Node& node, const ModuleTree& modules);

/// Whether a call gives a view or a copy by how its operand lies in memory, and one of them is
/// written to behind it: h.reshape({-1}).add_(1).
bool writes_by_layout(const Node& node, const AliasAnalysis& aliasing);

/// The nodes that such calls take, at once or by other calls, which hand strides on; so does what
/// `view` takes, which fails where strides do not allow it, and what graph modules take, whose
/// graphs are not looked into.
std::unordered_set<const Node*> nodes_with_layout_uses(const Graph& graph,
                                                       const ModuleTree& modules,
                                                       const AliasAnalysis& aliasing);

} // namespace fx
