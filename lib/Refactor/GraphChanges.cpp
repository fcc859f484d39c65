#include "GraphChanges.h"

#include <algorithm>
#include <functional>

namespace fx::refactor {

GraphHistory::GraphHistory(Graph& graph)
    : graph_(graph), lifetime_(graph.lifetime()), before_(graph.clone()) {
  graph.add_listener(*this);
}

GraphHistory::~GraphHistory() {
  if (!lifetime_.expired()) graph_.remove_listener(*this);
}

void GraphHistory::node_replaced(Node& old, Node& replacement, Node& /*user*/) {
  successors_[old.name()] = {replacement.name(), std::nullopt};
}

void GraphHistory::node_replaced_by_value(Node& old, const Argument& value, Node& /*user*/) {
  // A tuple of nodes has no name; its elements show in the users.
  if (!value.has_nodes()) successors_[old.name()] = {Symbol(), value};
}

GraphHistory::Successor GraphHistory::successor(Symbol name) const {
  Successor last;
  // Each step leads to a node that was made later, so there is an end; a circle would be one more.
  for (size_t steps = 0; steps <= successors_.size(); ++steps) {
    const auto next = successors_.find(name);
    if (next == successors_.end()) return last;
    last = next->second;
    if (last.literal) return last;
    name = last.node;
  }
  return {};
}

GraphChanges::GraphChanges(const Graph& before, const GraphHistory& history, const Graph& after) {
  for (const Node* node : before)
    old_.emplace(node->name(), node);
  for (const Node* node : after)
    new_.emplace(node->name(), node);
  for (const Node* node : before)
    if (const Node* other = now(*node)) compare(*node, *other);
  settle_overwriting(before, history);
  settle_replacements();
  follow_successors(before, history);
}

void GraphChanges::settle_overwriting(const Graph& before, const GraphHistory& history) {
  for (const Node* node : before) {
    if (!is_erased(*node) || node->num_users() > 0 || node->args().empty() ||
        !node->arg(0).is_node())
      continue;
    const Symbol successor = history.successor(node->name()).node;
    const auto made = new_.find(successor);
    if (old_.contains(successor) || made == new_.end() || made->second->num_users() == 0) continue;
    const Node* overwritten = node->arg(0).as_node();
    overwriting_.insert(node);
    overwritten_[overwritten].push_back(successor);
    const auto uses = uses_.find(overwritten);
    if (uses == uses_.end()) continue;
    std::erase_if(uses->second, [&](const ChangedOperand& use) {
      return use.value.is_node() && use.value.as_node()->name() == successor;
    });
    if (uses->second.empty()) uses_.erase(uses);
  }
}

/// A value whose users are gone too can still have another one in its place.
void GraphChanges::follow_successors(const Graph& before, const GraphHistory& history) {
  for (const Node* node : before) {
    if (!is_erased(*node) || replaced_.contains(node) || node->op() == Opcode::Placeholder)
      continue;
    const GraphHistory::Successor successor = history.successor(node->name());
    // What a macro makes goes with the users that are gone too.
    if (successor.literal && node->meta(meta::syntax)) replaced_.emplace(node, *successor.literal);
    const auto other = new_.find(successor.node);
    if (other != new_.end()) replaced_.emplace(node, Argument(const_cast<Node*>(other->second)));
  }
}

const Node* GraphChanges::now(const Node& old) const {
  const auto found = new_.find(old.name());
  return found == new_.end() ? nullptr : found->second;
}

bool GraphChanges::is_same(const Argument& was, const Argument& is) const {
  if (was.is_node() != is.is_node()) return false;
  if (was.is_node()) return was.as_node()->name() == is.as_node()->name();
  if (was.kind() != is.kind()) return false;
  if (!was.has_nodes() && !is.has_nodes()) return was == is;
  return was.items().size() == is.items().size() &&
         std::ranges::equal(was.items(), is.items(),
                            [this](const Argument& a, const Argument& b) { return is_same(a, b); });
}

void GraphChanges::compare_leaf(const Node& old, size_t slot, const Argument& was,
                                const Argument& is) {
  if (is_same(was, is)) return;
  if (was.is_node()) {
    uses_[was.as_node()].push_back({&old, slot, is});
  } else if (was.is_aggregate() && was.kind() == is.kind() &&
             was.items().size() == is.items().size()) {
    for (size_t i = 0; i < was.items().size(); ++i)
      compare_leaf(old, slot, was.items()[i], is.items()[i]);
  } else if (!was.has_nodes() && !is.has_nodes()) {
    literals_.push_back({&old, slot, is});
  } else {
    respelled_.push_back(&old);
  }
}

void GraphChanges::compare(const Node& old, const Node& now) {
  const bool same_keywords = std::ranges::equal(
      old.kwargs(), now.kwargs(),
      [](const KeywordArgument& a, const KeywordArgument& b) { return a.name == b.name; });
  if (old.op() != now.op() || old.target() != now.target() ||
      old.args().size() != now.args().size() || !same_keywords) {
    respelled_.push_back(&old);
    return;
  }
  for (size_t i = 0; i < old.args().size(); ++i)
    compare_leaf(old, i, old.arg(i), now.arg(i));
  for (size_t i = 0; i < old.kwargs().size(); ++i) {
    const Argument& was = old.kwargs()[i].value;
    const Argument& is = now.kwargs()[i].value;
    if (is_same(was, is)) continue;
    if (was.is_node())
      uses_[was.as_node()].push_back({&old, old.args().size() + i, is});
    else
      respelled_.push_back(&old);
  }
}

void GraphChanges::settle_replacements() {
  for (const auto& [value, uses] : uses_) {
    const bool alike = std::ranges::all_of(uses, [&](const ChangedOperand& use) {
      return is_same(uses.front().value, use.value) || uses.front().value == use.value;
    });
    // A value that lives on is replaced at its source only when everybody takes the other one.
    const bool everywhere =
        is_erased(*value) || std::ranges::all_of(value->users(), [&](const Node* user) {
          return is_erased(*user) || std::ranges::any_of(uses, [&](const ChangedOperand& use) {
                   return use.user == user;
                 });
        });
    // A parameter is declared once, and stays: another value stands where it is used.
    if (alike && everywhere && value->op() != Opcode::Placeholder)
      replaced_.emplace(value, uses.front().value);
    else
      operands_.insert(operands_.end(), uses.begin(), uses.end());
  }
}

} // namespace fx::refactor
