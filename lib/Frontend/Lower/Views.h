// Which tensors of a graph share memory, and which nodes write to it.
#pragma once

#include "fx/IR/Node.h"

namespace fx::frontend {

/// The tensor whose memory `tensor` may share, through all views.
const Node* base_of(const Node* tensor);

/// The tensor that a node writes to in place: the object of x.add_(y), `out` of a function; null
/// where it writes to none.
const Node* written_tensor(const Node& node);

/// Whether a node may give an operand another shape in place: unsqueeze_, t_, resize_, out=.
bool may_reshape(const Node& node);

} // namespace fx::frontend
