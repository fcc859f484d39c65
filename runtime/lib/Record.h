// What LibTorch's dispatcher calls while something is traced, as nodes.
#pragma once

#include "fx/Runtime/Tracer.h"

#include <ATen/core/dispatch/Dispatcher.h>

namespace fx::runtime {

/// Makes a node of the call of an operator, and leaves proxies of its results on the stack.
/// `came_below`: by the key below autograd.
void record(const c10::OperatorHandle& op, torch::jit::Stack& stack, bool came_below);

/// How torch.fx spells a call of the operator, and the operands as Python would write them: by
/// position what the schema has by position up to the last that is no default, by keyword the
/// others that are none.
struct OperatorNode {
  Opcode op;
  Symbol target;
  Symbol overload; // "aten::add.Tensor"
  Args args;
  Kwargs kwargs;
};
OperatorNode spell(const c10::OperatorHandle& op, std::span<const Value> arguments);
/// The same by the operator's own name: torch.ops.aten.add.Tensor.
OperatorNode spell_registered(const c10::OperatorHandle& op, std::span<const Value> arguments);

/// Whether a value is what the argument has by default.
bool is_default(const c10::Argument& argument, const Value& value);

/// The tensors of a sequence that one node computes: a getitem node for each. The examples of the
/// parts are those in `proxy`'s.
Value get_item(const Proxy& proxy, size_t index);
/// The same of a member of a struct, by its name: a builtins.getattr node.
Value get_member(const Proxy& proxy, size_t index, const std::string& name);

} // namespace fx::runtime
