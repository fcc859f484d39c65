// After which node a value is no longer used (torch.fx: the last uses of Graph.python_code).
#pragma once

#include "fx/IR/Graph.h"

#include <string_view>
#include <vector>

namespace fx {

/// By program order: whoever runs a graph node by node may drop a value after its last user. Found
/// in one walk; nodes that were added, moved or changed since are not known to it.
class Liveness {
public:
  static constexpr std::string_view analysis_name = "liveness";

  explicit Liveness(const Graph& graph);

  /// The last node that uses the value; null when none does.
  const Node* last_user(const Node& value) const {
    return value.id() < last_users_.size() ? last_users_[value.id()] : nullptr;
  }
  /// The values that nothing behind `node` uses and `node` does, in the order of its operands.
  std::vector<const Node*> last_uses(const Node& node) const;

  /// Whether both say the same of all nodes of `graph`.
  bool agrees_with(const Liveness& other, const Graph& graph) const;

private:
  std::vector<const Node*> last_users_; // by id
};

} // namespace fx
