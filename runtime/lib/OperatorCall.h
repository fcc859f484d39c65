// Calls of LibTorch's operators through its dispatcher.
#pragma once

#include "Call.h"

#include "fx/Ops/Schema.h"

#include <ATen/core/dispatch/Dispatcher.h>

#include <optional>
#include <span>

namespace fx::runtime {

/// The overloads of one operator that can take the operands of a node; which one does is seen when
/// the values are there, and remembered. Null: none can.
std::unique_ptr<const Call> make_operator_call(const Node& node,
                                               std::span<const ops::Schema> schemas);
/// What the program registered under "torch.ops.namespace.name.overload"; nothing: there is none.
std::optional<c10::OperatorHandle> find_registered(const Node& node);
/// The same of an operator that the program registered: "torch.ops.namespace.name.overload". Null:
/// there is none of that name.
std::unique_ptr<const Call> make_registered_call(const Node& node);

} // namespace fx::runtime
