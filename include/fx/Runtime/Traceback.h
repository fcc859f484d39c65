// Where nodes come from, through traces of traces: torch.fx's traceback (torch/fx/traceback.py).
//
//     const fx::traceback::PreserveNodeMeta preserved;
//     fx::GraphModule again = fx::make_fx(
//         [&](torch::Tensor x) { return fx::Interpreter(traced).run({x}).toTensor(); }, {x});
//     for (fx::Node& node : again->graph().nodes())
//       for (const fx::traceback::NodeSource& source : fx::traceback::from_node(node))
//         std::cout << source.print_readable();
//
// While meta is preserved, what an Interpreter's node computes in a trace gets that node's meta:
// its place in the source, its modules, and what the user put there; and from_node, the chain of
// nodes that it comes from. decompose() and Transformers write from_node, too.
#pragma once

#include "fx/IR/Meta.h"
#include "fx/IR/Node.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fx::traceback {

enum class NodeSourceAction : uint8_t { Create, Replace };

/// One step of the way: the node, by its name and target, and what made another of it.
struct NodeSource {
  std::string name;
  std::string target;
  std::string pass_name; // empty: not known
  /// Whether the new node gives what the old one gave, or is a part of that.
  NodeSourceAction action = NodeSourceAction::Create;

  friend bool operator==(const NodeSource&, const NodeSource&) = default;
  /// "(name=relu, target=torch.relu, pass_name=decompose, action=replace)"; a line.
  std::string print_readable() const;
};

/// The nodes that a node comes from, the first one first; empty: it was traced.
std::vector<NodeSource> from_node(const Node& node);
/// Lets `made` come from `origin`, and from all that `origin` comes from:
/// free_meta_key("from_node") is a list of (name, target, pass_name, action).
void add_from_node(Node& made, const Node& origin, std::string_view pass_name,
                   NodeSourceAction action = NodeSourceAction::Create);

/// While it lives, traces in this thread give their nodes the current meta (preserve_node_meta).
class PreserveNodeMeta {
public:
  explicit PreserveNodeMeta(bool enable = true);
  ~PreserveNodeMeta();
  PreserveNodeMeta(const PreserveNodeMeta&) = delete;
  PreserveNodeMeta& operator=(const PreserveNodeMeta&) = delete;

private:
  bool outer_;
};
bool has_preserved_node_meta();

/// While it lives, the current meta is that of a node, with the node at the end of its from_node
/// (set_current_meta). Interpreters do so for each node. Does nothing unless meta is preserved.
class SetCurrentMeta {
public:
  explicit SetCurrentMeta(const Node& node, std::string_view pass_name = {});
  ~SetCurrentMeta();
  SetCurrentMeta(const SetCurrentMeta&) = delete;
  SetCurrentMeta& operator=(const SetCurrentMeta&) = delete;

private:
  std::shared_ptr<const MetaStore> outer_;
};
/// What nodes get (get_current_meta), until that changes; null: there is none.
const MetaStore* get_current_meta();

/// What the nodes of a trace get as their stack_trace, instead of the current one, while meta is
/// preserved (set_stack_trace).
void set_stack_trace(const std::string& text);
/// The stack_trace that a node would get now: the current meta's, else the frames of the user's
/// program that are running (format_stack).
std::string format_stack();

} // namespace fx::traceback
