#include "Suspects.h"

#include "fx/Analysis/Aliasing.h"

#include <algorithm>
#include <unordered_map>

namespace fx::verify {

namespace {

enum class State : uint8_t { Same, Differs, New, NotCompared };

class Blame {
public:
  Blame(const std::vector<ChangedNode>& nodes, const Comparison& comparison) : nodes_(nodes) {
    const auto as_set = [](const std::vector<std::string>& names) {
      return std::set<std::string>(names.begin(), names.end());
    };
    const std::set<std::string> are_same = as_set(comparison.same);
    const std::set<std::string> differ = as_set(comparison.differing);
    const std::set<std::string> returned = as_set(comparison.returned);
    for (const ChangedNode& node : nodes)
      states_.push_back(node.is_new                    ? State::New
                        : are_same.contains(node.name) ? State::Same
                        : differ.contains(node.name)   ? State::Differs
                                                       : State::NotCompared);
    for (size_t i = 0; i < nodes.size(); ++i) {
      const bool is_bad = returned.empty() || returned.contains(nodes[i].name);
      if (nodes[i].is_returned && is_bad && states_[i] != State::Same) ends_.push_back(i);
    }
  }

  std::vector<size_t> find() const {
    // Nodes of other values are innocent where what is computed of them is the same again: a
    // convolution that took over the batch norm behind it.
    const std::vector<bool> reached = reach(ends_);
    if (const auto first = first_of(State::Differs, reached)) return causes(*first);
    if (std::vector<size_t> fresh = all_of(State::New, reached); !fresh.empty()) return fresh;
    // The output is the same: an input or a buffer is not.
    const std::vector<bool> every(nodes_.size(), true);
    if (const auto first = first_of(State::Differs, every)) return causes(*first);
    return all_of(State::New, every);
  }

private:
  /// These nodes and what their values come of, up to nodes that are the same.
  std::vector<bool> reach(std::vector<size_t> work) const {
    std::vector<bool> reached(nodes_.size());
    while (!work.empty()) {
      const size_t at = work.back();
      work.pop_back();
      if (reached[at]) continue;
      reached[at] = true;
      for (const size_t input : nodes_[at].inputs)
        if (states_[input] != State::Same) work.push_back(input);
    }
    return reached;
  }

  /// New nodes between this node and those that both graphs have, else the node itself.
  std::vector<size_t> causes(size_t differing) const {
    std::vector<size_t> fresh = all_of(State::New, reach({differing}));
    return fresh.empty() ? std::vector<size_t>{differing} : fresh;
  }

  std::vector<size_t> all_of(State state, const std::vector<bool>& among) const {
    std::vector<size_t> found;
    for (size_t i = 0; i < nodes_.size(); ++i)
      if (among[i] && states_[i] == state) found.push_back(i);
    return found;
  }
  std::optional<size_t> first_of(State state, const std::vector<bool>& among) const {
    for (size_t i = 0; i < nodes_.size(); ++i)
      if (among[i] && states_[i] == state) return i;
    return std::nullopt;
  }

  const std::vector<ChangedNode>& nodes_;
  std::vector<State> states_;
  std::vector<size_t> ends_; // what is returned, and is another output
};

} // namespace

std::vector<ChangedNode> changed_nodes(const TracedModule& changed, const Graph& graph,
                                       const std::set<std::string>& traced_names) {
  const AliasAnalysis aliasing(graph, &changed);
  std::vector<ChangedNode> nodes;
  std::unordered_map<const Node*, size_t> index;
  for (const Node* node : graph) {
    const SourceRange* range = node->meta(meta::source_range);
    ChangedNode made;
    made.name = node->name().str();
    made.target = node->target().str();
    if (range) made.range = *range;
    // A parameter that a pass reads is what it was.
    made.is_new = !traced_names.contains(made.name) && node->op() != Opcode::GetAttr;
    if (made.target == "torch._assert" && node->args().size() > 1 &&
        node->arg(1).is(Argument::Kind::String))
      made.message = node->arg(1).symbol().str();
    for (const Node* input : node->input_nodes()) {
      made.inputs.push_back(index.at(input));
      for (const uint32_t writer : aliasing.writers(aliasing.memory(*input))) {
        if (writer >= aliasing.position(*node)) break;
        if (const size_t at = index.at(aliasing.at(writer)); nodes[at].is_new)
          made.inputs.push_back(at);
      }
    }
    index.emplace(node, nodes.size());
    nodes.push_back(std::move(made));
  }
  if (const Node* output = graph.output_node())
    for (const Node* returned : output->input_nodes())
      nodes[index.at(returned)].is_returned = true;
  return nodes;
}

std::vector<ChangedNode> suspects(const std::vector<ChangedNode>& nodes,
                                  const Comparison& comparison) {
  std::vector<ChangedNode> found;
  for (const size_t index : Blame(nodes, comparison).find())
    found.push_back(nodes[index]);
  return found;
}

} // namespace fx::verify
