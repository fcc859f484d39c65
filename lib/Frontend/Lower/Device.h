// Where tensors are kept.
#pragma once

#include "fx/IR/Node.h"

namespace fx::frontend {

/// Whether a tensor is where LibTorch makes tensors by itself, if those are of which it is
/// computed: nothing on the way names another device.
bool stays_on_cpu(const Node& tensor);

/// The tensor that `tensor` is on another device, or the same one: what x.to(device), x.cuda() and
/// x.cpu() are called on.
const Node& before_moves(const Node& tensor);

} // namespace fx::frontend
