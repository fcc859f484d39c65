// What a call_function or a call_method calls, found once and called often.
#pragma once

#include "fx/IR/Node.h"
#include "fx/Ops/Schema.h"
#include "fx/Runtime/Value.h"

#include <memory>
#include <span>
#include <vector>

namespace fx::runtime {

/// The operands of a node as values: args, then kwargs. A call may leave anything in them.
using Operands = std::vector<Value>&;

class Call {
public:
  virtual ~Call() = default;
  /// May be called from several threads.
  virtual Value run(Operands operands) const = 0;
};

/// Throws RuntimeError where nothing is known of the target. The node must outlive the call, and
/// not change.
std::unique_ptr<const Call> make_call(const Node& node);

/// The overloads of LibTorch's operator that a call may mean; empty: none.
std::span<const ops::Schema> operator_schemas(const Node& node);

} // namespace fx::runtime
