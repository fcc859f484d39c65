#include "fx/Passes/GraphTransformObserver.h"

#include <algorithm>
#include <array>
#include <deque>
#include <memory_resource>
#include <ranges>
#include <unordered_map>

namespace fx {

/// What happened to a node.
struct GraphTransformObserver::Change {
  bool is_new = false, is_erased = false;
  bool is_shared = false;               // of several new nodes: nothing else is known of them
  const Node* replacement = nullptr;    // what took its place, last
  std::vector<const Node*> absorbed_by; // what took the place of nodes that used it
  // Found by finish(). Nodes that were made for the sake of the same ones share them.
  std::shared_ptr<NodeSources> sources;   // what it comes from; null: not known
  std::shared_ptr<NodeSources> inherited; // what comes from them too: what it uses; null: not asked
  Change* heir = nullptr;                 // of the nodes that have `inherited`
};

/// The changes of nodes. Nodes are keys here, which nobody reads through: their graph may be gone.
/// A pass may make each node of a large graph anew, and graphs keep their nodes one after another:
/// those of a page of memory stand in one array here, and pages in a table.
class GraphTransformObserver::Changes {
public:
  Changes() { new_.is_new = new_.is_shared = true; }

  size_t size() const { return changes_.size(); }

  /// Null: nothing happened to it. Others may share what is found.
  Change* find(const Node* node) {
    const Page* page = find_page(number_of(node));
    return page != nullptr ? (*page)[index_of(node)] : nullptr;
  }

  /// To write to. Stays where it is.
  Change& operator[](const Node* node) {
    Change*& known = slot(node);
    if (known != nullptr && !known->is_shared) return *known;
    known = &changes_.emplace_back(known != nullptr ? *known : Change());
    known->is_shared = false;
    return *known;
  }

  /// Most new nodes have no more than that, and share it.
  void note_new(const Node* node) {
    Change*& known = slot(node);
    if (known == nullptr)
      known = &new_;
    else
      (*this)[node].is_new = true;
  }

  void set(const Node* node, Change& change) { slot(node) = &change; }

  /// Of new nodes that come from `sources`.
  Change& share(std::shared_ptr<NodeSources> sources) {
    Change& made = changes_.emplace_back();
    made.is_new = made.is_shared = true;
    made.sources = std::move(sources);
    return made;
  }

private:
  static constexpr size_t page_bytes = 4096;
  /// By where the nodes begin in it, which is a node's size apart at least.
  using Page = std::array<Change*, page_bytes / sizeof(Node) + 1>;

  static uintptr_t number_of(const Node* node) {
    return reinterpret_cast<uintptr_t>(node) / page_bytes;
  }
  static size_t index_of(const Node* node) {
    return reinterpret_cast<uintptr_t>(node) % page_bytes / sizeof(Node);
  }

  Page* find_page(uintptr_t number) {
    if (number == last_number_) return last_page_;
    const auto found = pages_.find(number);
    if (found == pages_.end()) return nullptr;
    last_number_ = number;
    return last_page_ = found->second;
  }

  Change*& slot(const Node* node) {
    Page* page = find_page(number_of(node));
    if (page == nullptr) {
      last_number_ = number_of(node);
      last_page_ = page = pages_[last_number_] = &arrays_.emplace_back();
    }
    return (*page)[index_of(node)];
  }

  // Of everything below: there are hundreds of thousands of them, which go together.
  std::pmr::monotonic_buffer_resource memory_;
  std::pmr::unordered_map<uintptr_t, Page*> pages_{&memory_}; // by the numbers of pages
  std::pmr::deque<Page> arrays_{&memory_};
  uintptr_t last_number_ = 0; // no node is on the first page
  Page* last_page_ = nullptr;
  std::pmr::deque<Change> changes_{&memory_};
  Change new_; // shared
};

namespace {

/// A node that went, and that many others used, is a part of so many of them at most.
constexpr size_t max_absorbed = 16;

bool contains(const auto& range, const auto& value) {
  return std::ranges::find(range, value) != range.end();
}

/// What has that action already is shared.
std::shared_ptr<const NodeSource> with_action(const std::shared_ptr<const NodeSource>& source,
                                              NodeSource::Action action) {
  if (source->action == action) return source;
  NodeSource changed = *source;
  changed.action = action;
  return std::make_shared<const NodeSource>(std::move(changed));
}

std::vector<std::string> texts(const std::vector<Symbol>& names) {
  return {names.begin(), names.end()};
}

} // namespace

GraphTransformObserver::GraphTransformObserver(std::string pass_name, Graph& graph)
    : pass_name_(std::move(pass_name)), graph_(&graph), changes_(std::make_unique<Changes>()) {
  listen(graph);
}

GraphTransformObserver::GraphTransformObserver(std::string pass_name, TracedModule& module)
    : pass_name_(std::move(pass_name)), module_(&module), changes_(std::make_unique<Changes>()) {
  for (Graph* graph : graphs())
    listen(*graph);
}

GraphTransformObserver::~GraphTransformObserver() {
  finish();
}

std::vector<std::string> GraphTransformObserver::created_nodes() const {
  return texts(created_nodes_);
}

std::vector<std::string> GraphTransformObserver::erased_nodes() const {
  return texts(erased_nodes_);
}

void GraphTransformObserver::listen(Graph& graph) {
  versions_.emplace(graph.lifetime(), graph.version());
  graph.add_listener(*this);
}

std::vector<Graph*> GraphTransformObserver::graphs() const {
  if (module_ == nullptr) return {graph_};
  std::vector<Graph*> graphs = module_->root_graphs();
  graphs.push_back(&module_->init);
  for_each_module(module_->modules, [&](const ModuleNode& module) {
    if (module.graph) graphs.push_back(module.graph.get());
  });
  return graphs;
}

void GraphTransformObserver::node_created(Node& node) {
  changes_->note_new(&node);
}

void GraphTransformObserver::node_replaced(Node& old, Node& replacement, Node&) {
  Change& change = (*changes_)[&old];
  // It is told for each user.
  if (change.replacement == &replacement) return;
  change.replacement = &replacement;
  if (!change.is_new)
    origins_.push_back({source_of(old, NodeSource::Action::Replace, pass_name_), &replacement});
}

void GraphTransformObserver::node_erased(Node& node) {
  std::vector<const Node*> takers;
  {
    Change& change = (*changes_)[&node];
    change.is_erased = true;
    if (!change.is_new) erased_nodes_.push_back(node.name());
    if (change.replacement != nullptr)
      takers = {change.replacement};
    else
      takers = std::move(change.absorbed_by);
    if (change.replacement == nullptr && !change.is_new)
      for (const Node* taker : takers)
        origins_.push_back({source_of(node, NodeSource::Action::Replace, pass_name_), taker});
  }
  if (takers.empty()) return;
  for (const Node* input : node.input_nodes()) {
    std::vector<const Node*>& absorbed_by = (*changes_)[input].absorbed_by;
    for (const Node* taker : takers)
      if (absorbed_by.size() < max_absorbed && !contains(absorbed_by, taker))
        absorbed_by.push_back(taker);
  }
}

/// Follows replacements to a node that was not erased; null: there is none.
const Node* GraphTransformObserver::what_stayed(const Node* node) {
  std::vector<Change*> way;
  const Node* stayed = node;
  for (Change* change = changes_->find(stayed); change != nullptr && change->is_erased;
       change = changes_->find(stayed)) {
    // In a ring each took the place of the one before it, and all are gone.
    const bool is_ring = way.size() == changes_->size();
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
    Change& change = (*changes_)[node];
    // One node may stand for several that used the same one.
    if (!change.sources) change.sources = std::make_shared<NodeSources>();
    if (!change.sources->empty() && change.sources->back()->name == origin.source->name) continue;
    change.sources->push_back(change.is_new
                                  ? with_action(origin.source, NodeSource::Action::CreateAndReplace)
                                  : std::move(origin.source));
  }
  origins_.clear();
}

/// What a new node comes from that `user`, a new one, uses.
const std::shared_ptr<NodeSources>& GraphTransformObserver::inherited_from(Change& user) {
  if (user.inherited || !user.sources) return user.inherited;
  const auto is_as_it_is = [](const auto& source) {
    return !source->name.empty() && source->action == NodeSource::Action::Create;
  };
  if (user.sources->size() <= max_absorbed && std::ranges::all_of(*user.sources, is_as_it_is))
    return user.inherited = user.sources;
  user.inherited = std::make_shared<NodeSources>();
  user.inherited->reserve(std::min(user.sources->size(), max_absorbed));
  for (const auto& source : *user.sources | std::views::take(max_absorbed))
    if (!source->name.empty())
      user.inherited->push_back(with_action(source, NodeSource::Action::Create));
  return user.inherited;
}

/// What `node`, a new one that took the place of none, comes from: what its users come from.
GraphTransformObserver::Change& GraphTransformObserver::inherit_sources(const Node& node,
                                                                        Change& change) {
  const auto take = [&](const std::shared_ptr<NodeSources>& sources, Change*& heir) -> Change& {
    if (!change.is_shared) {
      change.sources = sources;
      return change;
    }
    if (heir == nullptr) heir = &changes_->share(sources);
    changes_->set(&node, *heir);
    return *heir;
  };
  for (const Node* user : node.users()) {
    Change* of_user = changes_->find(user);
    if (of_user == nullptr || !of_user->is_new) continue;
    const std::shared_ptr<NodeSources>& inherited = inherited_from(*of_user);
    if (!inherited || inherited->empty()) continue;
    if (of_user->is_shared && inherited == of_user->sources) of_user->heir = of_user;
    return take(inherited, of_user->heir);
  }
  if (!of_nothing_) {
    NodeSource nothing;
    nothing.pass_name = pass_name_;
    of_nothing_ = std::make_shared<NodeSources>();
    of_nothing_->push_back(std::make_shared<const NodeSource>(std::move(nothing)));
  }
  return take(of_nothing_, new_of_nothing_);
}

/// Of a node of which no sources are noted. Those that were made for the sake of the same nodes
/// share them, and all of their meta where they have no other.
void GraphTransformObserver::note_first_sources(Node& node, const Change& change) {
  const bool has_others = node.meta_store() != nullptr;
  if (!has_others && noted_ != nullptr && noted_sources_ == change.sources)
    return node.copy_meta_from(*noted_);
  node.share_meta(meta::from_node, std::shared_ptr<const NodeSources>(change.sources));
  if (has_others) return;
  noted_ = &node;
  noted_sources_ = change.sources;
}

void GraphTransformObserver::note_sources(Node& node, const Change& change) {
  if (!node.has_meta(meta::from_node)) return note_first_sources(node, change);
  const NodeSources& sources = *change.sources;
  NodeSources all;
  all.reserve(sources.size());
  for (const auto& step : *node.meta(meta::from_node)) {
    // What was copied with the meta of a node is in that node's history already.
    const bool is_copied = change.is_new && std::ranges::any_of(sources, [&](const auto& source) {
                             return contains(source->from_node, step);
                           });
    if (!is_copied) all.push_back(step);
  }
  // Where a pass said itself what it made a node of, nothing better is known.
  const bool is_said =
      std::ranges::any_of(all, [](const auto& step) { return step->pass_name.empty(); });
  for (const auto& source : sources)
    if (!is_said || !source->name.empty()) all.push_back(source);
  node.set_meta(meta::from_node, std::move(all));
  name_pass(node);
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
  if (before != versions_.end() && before->second == graph.version()) {
    if (forgotten_ != nullptr)
      for (Node* node : graph)
        node->erase_meta(*forgotten_);
    return;
  }
  std::vector<const Node*> created;
  // Users come first.
  for (auto at = graph.end(); at != graph.begin();) {
    Node& node = **--at;
    if (forgotten_ != nullptr) node.erase_meta(*forgotten_);
    Change* change = before != versions_.end() ? changes_->find(&node) : nullptr;
    if (change != nullptr && change->is_new) {
      created.push_back(&node);
      if (!change->sources) change = &inherit_sources(node, *change);
    }
    if (change != nullptr && change->sources)
      note_sources(node, *change);
    else
      name_pass(node);
  }
  // They are in that order already, where each was made behind the one before it.
  std::ranges::reverse(created);
  if (!std::ranges::is_sorted(created, {}, &Node::id)) std::ranges::sort(created, {}, &Node::id);
  for (const Node* node : created)
    created_nodes_.push_back(node->name());
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
