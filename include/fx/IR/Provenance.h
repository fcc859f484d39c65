// Where the nodes that passes made come from: torch.fx's provenance (torch/fx/traceback.py).
#pragma once

#include "fx/IR/Node.h"

#include <memory>
#include <string>
#include <vector>

namespace fx {

struct NodeSource;
/// Shared: what several nodes come from is kept once, and never changes.
using NodeSources = std::vector<std::shared_ptr<const NodeSource>>;

/// A step in the history of a node: which node a pass made it of, and how that one came to be
/// (NodeSource). torch.fx's graph_id is missing: an address says nothing in a file.
struct NodeSource {
  enum class Action : uint8_t {
    Create,           // the pass made the node, for the sake of `name`
    Replace,          // the node was there, and took the place of `name`, or is `name` changed
    CreateAndReplace, // the pass made the node to take the place of `name`
  };
  Symbol name, target; // of the node that it comes from; empty: it comes from none
  std::string pass_name;
  Action action = Action::Create;
  /// The history of that node; empty, too, where it has more than `max_steps`.
  NodeSources from_node;
  /// This step and all of `from_node`.
  uint32_t num_steps = 1;

  static constexpr uint32_t max_steps = 100;
  friend bool operator==(const NodeSource& a, const NodeSource& b);
};

/// "create", "replace", "create+replace".
std::string_view to_string(NodeSource::Action action);

namespace meta {
/// What a pass made a node of; each of several, where a node stands for more than one.
extern const MetaKey<NodeSources> from_node;
} // namespace meta

/// A step from `from` as it is now.
std::shared_ptr<const NodeSource> source_of(const Node& from, NodeSource::Action action,
                                            std::string pass_name = {});
/// For passes: says that `node` was made of `from`, where nobody can see it: when it was copied to
/// another graph, or changed where it stands (then the two are the same, and this comes before the
/// change). What runs the pass fills its name in.
void add_source(Node& node, const Node& from, NodeSource::Action action);
/// All steps of a node's history as lines, each with those before it further to the right
/// (NodeSource.print_readable). Empty for a node that no pass made.
std::string print_provenance(const Node& node);

} // namespace fx
