// What operators do to the shape and the type of tensors, as far as LibTorch's schemas tell.
#pragma once

#include "fx/Ops/LibTorch.h"

namespace fx::ops {

/// Whether a call may give another shape to a tensor that it writes to: resize_, t_, set_, and
/// whatever takes an `out`.
bool may_change_shape(const Schema& schema);

/// Whether the result is one new tensor with the shape of the operands, if these all have the same
/// shape, and with their type, if that is a floating point type: the operator could as well write
/// it into its first operand. False where schemas do not tell.
bool keeps_shape_and_type(const LibTorch& libtorch, const Schema& schema);

/// The overload that writes to its first argument what `schema` gives as a new tensor: that of add_
/// with the arguments of one of add. Null: there is none, or it gives something else. The result of
/// a call may have another shape or type than the first operand all the same.
const Schema* form_in_place(const LibTorch& libtorch, const Schema& schema);

/// The overload that gives as a new tensor what `schema` writes to its first argument: that of add
/// with the arguments of one of add_. Null: there is none, or `schema` does more. The new tensor
/// may have another type or a larger shape.
const Schema* functional_form(const LibTorch& libtorch, const Schema& schema);

/// The operator of Python's that one of its in-place operators computes: "operator.add" of
/// "operator.iadd". Null: it is none.
const OperatorSpelling* operator_of_inplace(std::string_view target);

/// The overloads that a call's target can mean where its operands are tensors: those of
/// LibTorch::schemas_of_target(), and of "operator.add" and "operator.iadd" those of add and add_.
std::span<const Schema> schemas_on_tensors(const Node& call);

} // namespace fx::ops
