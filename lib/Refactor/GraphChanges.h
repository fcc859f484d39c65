// What passes did to a graph, seen from the nodes there were before.
#pragma once

#include "fx/Refactor/InPlace.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace fx::refactor {

/// An operand of a node that survived and has another value now.
struct ChangedOperand {
  const Node* user; // in the old graph
  size_t slot;      // its number among the args; none of several values in a list
  Argument value;   // in the new graph
};

class GraphChanges {
public:
  /// `before`: the graph of `history`, with the paths that modules have now.
  GraphChanges(const Graph& before, const GraphHistory& history, const Graph& after);

  /// The node of the other graph that has this one's name, or null.
  const Node* now(const Node& old) const;
  bool is_new(const Node& node) const { return !old_.contains(node.name()); }
  bool is_erased(const Node& old) const { return now(old) == nullptr; }

  /// Survivors with another target, or with arguments of another number or kind.
  const std::vector<const Node*>& respelled() const { return respelled_; }
  /// Literals of survivors that changed.
  const std::vector<ChangedOperand>& literals() const { return literals_; }
  /// What an old node's value became where it was used: one value, the same for all users that
  /// changed. Nodes that are gone, and nodes that now go through something else first; never a
  /// parameter.
  const std::map<const Node*, Argument>& replaced() const { return replaced_; }
  /// A call in a statement of its own that overwrote its first operand, and is replaced: who reads
  /// that operand afterwards reads the new value.
  bool is_overwriting(const Node& old) const { return overwriting_.contains(&old); }
  /// The new values that a variable comes to hold that held this one.
  std::vector<Symbol> values_after(const Node& old) const {
    const auto found = overwritten_.find(&old);
    return found == overwritten_.end() ? std::vector<Symbol>() : found->second;
  }
  /// Operands that changed in another way than all other uses of the same value, and those that
  /// were parameters.
  const std::vector<ChangedOperand>& operands() const { return operands_; }

private:
  void compare(const Node& old, const Node& now);
  void compare_leaf(const Node& old, size_t slot, const Argument& was, const Argument& is);
  bool is_same(const Argument& was, const Argument& is) const;
  void settle_overwriting(const Graph& before, const GraphHistory& history);
  void settle_replacements();
  void follow_successors(const Graph& before, const GraphHistory& history);

  std::unordered_map<Symbol, const Node*> old_;
  std::unordered_map<Symbol, const Node*> new_;
  std::vector<const Node*> respelled_;
  std::vector<ChangedOperand> literals_, operands_;
  std::map<const Node*, std::vector<ChangedOperand>> uses_;
  std::map<const Node*, Argument> replaced_;
  std::set<const Node*> overwriting_;
  std::map<const Node*, std::vector<Symbol>> overwritten_;
};

} // namespace fx::refactor
