// Which tensors of a graph share memory, and which nodes write to it.
#pragma once

#include "fx/IR/Node.h"

#include <string_view>

namespace fx::frontend {

/// The tensor whose memory `tensor` may share, through all views.
const Node* base_of(const Node* tensor);

/// The tensor that a node writes to in place: the object of x.add_(y), `out` of a function; null
/// where it writes to none.
const Node* written_tensor(const Node& node);

/// Whether a method whose name ends with "_" writes to no number of its tensor: requires_grad_.
bool keeps_numbers(std::string_view method);

/// Whether a node may give an operand another shape in place: unsqueeze_, t_, resize_, out=.
bool may_reshape(const Node& node);

} // namespace fx::frontend
