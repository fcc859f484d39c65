// The type of every value of a graph, and the overload that every call means.
//
// What the frontend or a user said of a node comes first (meta::cpp_type, Node::type()), then what
// the callee and its operands tell. Emitters only spell these types in their language.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/IR/ValueType.h"
#include "fx/Ops/CallBinding.h"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace fx {

/// Found in one walk over the graph, to which it keeps no reference. torch.fx:
/// AnnotateTypesWithSchema, for the types of whole graphs.
class TypeAnalysis {
public:
  static constexpr std::string_view analysis_name = "types";
  /// Types that override what would be inferred: how an emitter declares a parameter of forward.
  using Declare = std::function<std::optional<ValueType>(const Node&)>;
  TypeAnalysis(const Graph& graph, const TracedModule& module, const Declare& declare = {});
  /// Of no graph: literals have their types, nodes none.
  TypeAnalysis() = default;

  /// The most likely type. Where several overloads of an operator fit, it is that of the best one;
  /// a call of an unknown function gives a tensor. Numbers have the type that Python computes with:
  /// int64_t, double. Unknown for nodes that were added since.
  const ValueType& type(const Node& node) const { return at(node).type; }
  /// Of a list, by its first item, unless one of them may be missing.
  ValueType type(const Argument& argument) const;
  /// Whether type() follows from what is known, and is no guess.
  bool is_certain(const Node& node) const { return at(node).is_certain; }
  /// How the operands of a call of one of LibTorch's operators bind to the overload that fits best;
  /// null when none does, and for other nodes.
  const ops::BoundCall* call(const Node& node) const;

  /// Whether both say the same of all nodes of `graph`, the overloads they call included.
  bool agrees_with(const TypeAnalysis& other, const Graph& graph) const;

private:
  struct Value {
    ValueType type;
    bool is_certain = false;
    std::optional<ops::BoundCall> call;
  };
  class Inference;
  const Value& at(const Node& node) const;

  std::vector<Value> values_; // by id
};

/// The declared type of an input of a graph; a tensor when none is declared.
ValueType input_type(const Node& placeholder);

/// What a constant, parameter or buffer is: a tensor, or the number that a member keeps. `init`: of
/// the model's init graph.
ValueType slot_type(const TensorSlot& slot, const TypeAnalysis& init);

} // namespace fx
