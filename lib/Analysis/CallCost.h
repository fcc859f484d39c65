// What one call of an operator or of a module of LibTorch's computes, by its rule in CostRules.def.
#pragma once

#include "fx/Analysis/Cost.h"
#include "fx/Ops/Operations.h"

namespace fx {

struct CallCost {
  Count multiply_adds, elements;
  NodeCost::Unknown unknown = NodeCost::Unknown::Nothing;
};

/// `called`: the leaf that a call_module calls, else null. `operation`: what the call is, where
/// that is one operation. `result`: the first tensor that it gives; null: not known.
CallCost cost_of_call(const Node& node, const ModuleNode* called, const ops::Operation* operation,
                      const TensorMeta* result, bool training);

/// An operator that reads of its first operand the elements that it gives alone: embedding.
bool is_lookup(const Node& node, const ops::Operation* operation);
/// In evaluation it gives its operand.
bool is_dropout(std::string_view operator_name);
/// Its rule says that it computes numbers: the result is new memory.
bool computes(const Node& node, const ModuleNode* called, const ops::Operation* operation);
/// reshape, contiguous and their like: a view of what stands in one piece, else a copy.
bool copies_where_it_must(std::string_view operator_name);

} // namespace fx
