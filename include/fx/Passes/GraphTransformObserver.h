// What a transformation did to graphs, and where the nodes that it made come from: torch.fx's
// GraphTransformObserver (torch/fx/passes/graph_transform_observer.py).
//
//     fx::GraphTransformObserver observer("replace neg with relu", traced->graph());
//     ... change the graph ...
//     observer.finish();
//     observer.created_nodes(); // {"relu"}
//
// The pass manager has one around every pass that it runs.
#pragma once

#include "fx/IR/GraphListener.h"
#include "fx/IR/Provenance.h"
#include "fx/IR/TracedModule.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace fx {

class GraphTransformObserver final : public GraphListener {
public:
  /// `graph` has to outlive the observer, or its finish().
  GraphTransformObserver(std::string pass_name, Graph& graph);
  /// Of all graphs of a model, which has to outlive finish(). Graphs of it may come, go, and be
  /// replaced by others.
  GraphTransformObserver(std::string pass_name, TracedModule& module);
  /// finish()
  ~GraphTransformObserver() override;
  GraphTransformObserver(const GraphTransformObserver&) = delete;
  GraphTransformObserver& operator=(const GraphTransformObserver&) = delete;

  /// Ends the observation, and notes in the meta of nodes what they come from (meta::from_node). A
  /// new node comes from those that it replaced, and from what went because only they used it; one
  /// that replaced none comes from what the first new node that uses it comes from. A node that was
  /// there before comes from those, too, that it replaced.
  void finish();

  /// finish() takes this meta from all nodes: what it says may hold no longer.
  void forget(const MetaKeyBase& key) { forgotten_ = &key; }

  /// Names, in order, of nodes that were made and are still there, and of those that were there and
  /// are not. Empty before finish().
  std::vector<std::string> created_nodes() const;
  std::vector<std::string> erased_nodes() const;

private:
  struct Change;
  class Changes;
  /// `to` comes from a node that was there before.
  struct Origin {
    std::shared_ptr<const NodeSource> source;
    const Node* to;
  };

  void node_created(Node& node) override;
  void node_erased(Node& node) override;
  void node_replaced(Node& old, Node& replacement, Node& user) override;

  std::vector<Graph*> graphs() const;
  void listen(Graph& graph);
  const Node* what_stayed(const Node* node);
  void gather_sources();
  void finish_graph(Graph& graph);
  static const std::shared_ptr<NodeSources>& inherited_from(Change& user);
  Change& inherit_sources(const Node& node, Change& change);
  void note_sources(Node& node, const Change& change);
  void note_first_sources(Node& node, const Change& change);
  void name_pass(Node& node) const;

  std::string pass_name_;
  Graph* graph_ = nullptr;
  TracedModule* module_ = nullptr;
  bool finished_ = false;
  const MetaKeyBase* forgotten_ = nullptr; // null: none
  /// The versions of the graphs that there were, by the lifetime of their nodes.
  std::map<std::weak_ptr<const void>, uint64_t, std::owner_less<>> versions_;
  std::unique_ptr<Changes> changes_;
  std::vector<Origin> origins_;
  const Node* noted_ = nullptr;                // the last one whose sources are all of its meta
  std::shared_ptr<NodeSources> noted_sources_; // what it comes from
  std::shared_ptr<NodeSources> of_nothing_; // of a new node that comes from none; null: not needed
  Change* new_of_nothing_ = nullptr;        // of those that have it and nothing else
  std::vector<Symbol> created_nodes_, erased_nodes_;
};

} // namespace fx
