// Views as steps that can be gone back: how a tensor follows from a part of it that has changed.
#pragma once

#include "fx/IR/Graph.h"

#include <optional>
#include <string_view>
#include <vector>

namespace fx {

/// One step from a tensor to a view of it, by an operator of LibTorch.
struct ViewStep {
  enum class Inverse : uint8_t {
    Scatter,   // select_scatter of select: the view is a part
    Transpose, // the operator itself
    Permute,   // permute, in the order that goes back
    Reshape,   // the same elements in the same order
  };
  Inverse inverse;
  std::string_view name, overload; // of the operator: "select", "int"
  std::vector<Argument> operands;  // behind the tensor
  std::vector<KeywordArgument> keywords;
};

/// The steps that a call goes which views its first operand, a tensor; of an element of a list of
/// views, `of_list` is the call that makes the list. Nothing: a step has no inverse, or depends on
/// what is not known.
std::optional<std::vector<ViewStep>> view_steps(const Node& view, const Node* of_list = nullptr);
/// The same of an index, x[index].
std::optional<std::vector<ViewStep>> index_steps(const Argument& index);

/// Appends to the graph, at its insertion point, what `whole` is with `part` in the place to which
/// the steps lead.
Node* put_back(Graph& graph, Node* whole, std::span<const ViewStep> steps, Node* part);

/// The name in graphs of an overload: "torch.ops.aten.select.int".
Symbol overload_target(std::string_view name, std::string_view overload);

} // namespace fx
