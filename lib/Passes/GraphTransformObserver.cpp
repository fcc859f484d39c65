#include "fx/Passes/GraphTransformObserver.h"

#include <algorithm>
#include <ranges>

namespace fx {

namespace {

/// A node that went, and that many others used, is a part of so many of them at most.
constexpr size_t max_absorbed = 16;

bool contains(const auto& range, const auto& value) {
  return std::ranges::find(range, value) != range.end();
}

} // namespace

GraphTransformObserver::GraphTransformObserver(std::string pass_name, Graph& graph)
    : pass_name_(std::move(pass_name)), graph_(&graph) {
  listen(graph);
}

GraphTransformObserver::GraphTransformObserver(std::string pass_name, TracedModule& module)
    : pass_name_(std::move(pass_name)), module_(&module) {
  for (Graph* graph : graphs())
    listen(*graph);
}

GraphTransformObserver::~GraphTransformObserver() {
  finish();
}

void GraphTransformObserver::listen(Graph& graph) {
  versions_.emplace(graph.lifetime(), graph.version());
  graph.add_listener(*this);
}

std::vector<Graph*> GraphTransformObserver::graphs() const {
  if (module_ == nullptr) return {graph_};
  std::vector<Graph*> graphs = module_->root_graphs();
  graphs.push_back(&module_->init);
  for (const ModuleNode* module : all_modules(module_->modules))
    if (module->graph) graphs.push_back(module->graph.get());
  return graphs;
}

void GraphTransformObserver::node_created(Node& node) {
  changes_[&node].is_new = true;
}

void GraphTransformObserver::node_replaced(Node& old, Node& replacement, Node&) {
  Change& change = changes_[&old];
  // It is told for each user.
  if (change.replacement == &replacement) return;
  change.replacement = &replacement;
  if (!change.is_new)
    origins_.push_back({*source_of(old, NodeSource::Action::Replace, pass_name_), &replacement});
}

void GraphTransformObserver::node_erased(Node& node) {
  std::vector<const Node*> takers;
  {
    Change& change = changes_[&node];
    change.is_erased = true;
    if (!change.is_new) erased_nodes_.push_back(node.name().str());
    if (change.replacement != nullptr)
      takers = {change.replacement};
    else
      takers = std::move(change.absorbed_by);
    if (change.replacement == nullptr && !change.is_new)
      for (const Node* taker : takers)
        origins_.push_back({*source_of(node, NodeSource::Action::Replace, pass_name_), taker});
  }
  if (takers.empty()) return;
  for (const Node* input : node.input_nodes()) {
    std::vector<const Node*>& absorbed_by = changes_[input].absorbed_by;
    for (const Node* taker : takers)
      if (absorbed_by.size() < max_absorbed && !contains(absorbed_by, taker))
        absorbed_by.push_back(taker);
  }
}

GraphTransformObserver::Change* GraphTransformObserver::change_of(const Node* node) {
  const auto found = changes_.find(node);
  return found == changes_.end() ? nullptr : &found->second;
}

/// Follows replacements to a node that was not erased; null: there is none.
const Node* GraphTransformObserver::what_stayed(const Node* node) {
  std::vector<Change*> way;
  const Node* stayed = node;
  for (Change* change = change_of(stayed); change != nullptr && change->is_erased;
       change = change_of(stayed)) {
    // In a ring each took the place of the one before it, and all are gone.
    const bool is_ring = way.size() == changes_.size();
    if (is_ring || change->replacement == nullptr) return nullptr;
    way.push_back(change);
    stayed = change->replacement;
  }
  // The next one that asks has a short way.
  for (Change* change : way)
    change->replacement = stayed;
  return stayed;
}

void GraphTransformObserver::gather_sources() {
  for (Origin& origin : origins_) {
    const Node* node = what_stayed(origin.to);
    if (node == nullptr) continue;
    Change& change = changes_[node];
    // One node may stand for several that used the same one.
    if (!change.sources.empty() && change.sources.back()->name == origin.source.name) continue;
    if (change.is_new) origin.source.action = NodeSource::Action::CreateAndReplace;
    change.sources.push_back(std::make_shared<const NodeSource>(std::move(origin.source)));
  }
  origins_.clear();
}

void GraphTransformObserver::inherit_sources(const Node& node, Change& change) {
  for (const Node* user : node.users()) {
    const Change* of_user = change_of(user);
    if (of_user == nullptr || !of_user->is_new) continue;
    for (const auto& source : of_user->sources | std::views::take(max_absorbed)) {
      if (source->name.empty()) continue;
      NodeSource inherited = *source;
      inherited.action = NodeSource::Action::Create;
      change.sources.push_back(std::make_shared<const NodeSource>(std::move(inherited)));
    }
    if (!change.sources.empty()) return;
  }
  NodeSource of_nothing;
  of_nothing.pass_name = pass_name_;
  change.sources.push_back(std::make_shared<const NodeSource>(std::move(of_nothing)));
}

void GraphTransformObserver::note_sources(Node& node, const Change& change) const {
  NodeSources all;
  if (const NodeSources* noted = node.meta(meta::from_node))
    for (const auto& step : *noted) {
      // What was copied with the meta of a node is in that node's history already.
      const bool is_copied =
          change.is_new && std::ranges::any_of(change.sources, [&](const auto& source) {
            return contains(source->from_node, step);
          });
      if (!is_copied) all.push_back(step);
    }
  // Where a pass said itself what it made a node of, nothing better is known.
  const bool is_said =
      std::ranges::any_of(all, [](const auto& step) { return step->pass_name.empty(); });
  for (const auto& source : change.sources)
    if (!is_said || !source->name.empty()) all.push_back(source);
  node.set_meta(meta::from_node, std::move(all));
}

void GraphTransformObserver::name_pass(Node& node) const {
  const NodeSources* noted = node.meta(meta::from_node);
  if (noted == nullptr ||
      std::ranges::none_of(*noted, [](const auto& step) { return step->pass_name.empty(); }))
    return;
  NodeSources named = *noted;
  for (auto& step : named) {
    if (!step->pass_name.empty()) continue;
    NodeSource with_name = *step;
    with_name.pass_name = pass_name_;
    step = std::make_shared<const NodeSource>(std::move(with_name));
  }
  node.set_meta(meta::from_node, std::move(named));
}

void GraphTransformObserver::finish_graph(Graph& graph) {
  const auto before = versions_.find(graph.lifetime());
  if (before != versions_.end() && before->second == graph.version()) return;
  std::vector<const Node*> created;
  // Users come first.
  for (auto at = graph.end(); at != graph.begin();) {
    Node& node = **--at;
    Change* change = before != versions_.end() ? change_of(&node) : nullptr;
    if (change != nullptr && change->is_new) {
      created.push_back(&node);
      if (change->sources.empty()) inherit_sources(node, *change);
    }
    if (change != nullptr && !change->sources.empty()) note_sources(node, *change);
    name_pass(node);
  }
  std::ranges::sort(created, {}, &Node::id);
  for (const Node* node : created)
    created_nodes_.push_back(node->name().str());
}

void GraphTransformObserver::finish() {
  if (finished_) return;
  finished_ = true;
  gather_sources();
  for (Graph* graph : graphs()) {
    graph->remove_listener(*this);
    finish_graph(*graph);
  }
}

} // namespace fx
