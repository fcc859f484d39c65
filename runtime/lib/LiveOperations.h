// What the calls of a live graph compute, whatever way they are spelled.
#pragma once

#include "fx/Analysis/CallOperations.h"
#include "fx/Runtime/GraphModule.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fx::runtime {

/// The operations of a module's graph: those of a description of it, whose nodes have the same
/// names. RuntimeError: it cannot be described.
class LiveOperations {
public:
  explicit LiveOperations(const GraphModule& module);

  /// Null when the call is no operation, or several.
  const ops::Operation* of(const Node& node) const;
  /// The node of the live graph that an operand is; null: it is none.
  Node* node(const ops::Operation& operation, std::string_view parameter) const;
  /// The nodes of the live graph in a list; empty: something else is in it.
  std::vector<Node*> nodes(const ops::Operation& operation, std::string_view parameter) const;
  /// The tensor that an operand always is; null: it is none, or may be another one.
  const at::Tensor* tensor(const Node& call, const ops::Operation& operation,
                           std::string_view parameter) const;

  const TracedModule& model() const { return model_; }
  /// The node of the live graph that one of model() describes.
  Node* live(const Node& described) const { return nodes_.at(described.name()); }

private:
  const GraphModule& module_;
  TracedModule model_;
  CallOperations operations_;
  std::unordered_map<Symbol, const ops::Operation*> by_name_;
  std::unordered_map<Symbol, Node*> nodes_;
};

/// The numbers of a list that is known; empty: it is not.
std::vector<int64_t> numbers(const ops::Operation& operation, std::string_view parameter,
                             size_t count);
/// Whether an operand is left out or None.
bool is_absent(const ops::Operation& operation, std::string_view parameter);

} // namespace fx::runtime
