#include "Suspects.h"

#include <algorithm>
#include <unordered_map>

namespace fx::verify {

namespace {

enum class State : uint8_t { Same, Differs, New, NotCompared };

class Blame {
public:
  Blame(const std::vector<ChangedNode>& nodes, const std::vector<std::string>& same,
        const std::vector<std::string>& differing)
      : nodes_(nodes) {
    const std::set<std::string> are_same(same.begin(), same.end());
    const std::set<std::string> differ(differing.begin(), differing.end());
    for (const ChangedNode& node : nodes)
      states_.push_back(node.is_new                    ? State::New
                        : are_same.contains(node.name) ? State::Same
                        : differ.contains(node.name)   ? State::Differs
                                                       : State::NotCompared);
  }

  std::vector<size_t> find() const {
    if (nodes_.empty()) return {};
    // Nodes of other values are innocent where what is computed of them is the same again: a
    // convolution that took over the batch norm behind it.
    const std::vector<bool> reached = reach(nodes_.size() - 1, State::Same);
    if (const auto first = first_of(State::Differs, reached)) return causes(*first);
    if (std::vector<size_t> fresh = all_of(State::New, reached); !fresh.empty()) return fresh;
    // The output is the same: an input or a buffer is not.
    const std::vector<bool> every(nodes_.size(), true);
    if (const auto first = first_of(State::Differs, every)) return causes(*first);
    return all_of(State::New, every);
  }

private:
  /// What the value of a node comes of, up to nodes of a state.
  std::vector<bool> reach(size_t from, State stop) const {
    std::vector<bool> reached(nodes_.size());
    std::vector<size_t> work{from};
    while (!work.empty()) {
      const size_t at = work.back();
      work.pop_back();
      for (const size_t input : nodes_[at].inputs) {
        if (reached[input] || states_[input] == stop) continue;
        reached[input] = true;
        work.push_back(input);
      }
    }
    return reached;
  }

  /// New nodes between this node and those that both graphs have, else the node itself.
  std::vector<size_t> causes(size_t differing) const {
    std::vector<size_t> fresh = all_of(State::New, reach(differing, State::Same));
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
};

} // namespace

std::vector<ChangedNode> changed_nodes(const Graph& changed,
                                       const std::set<std::string>& traced_names) {
  std::vector<ChangedNode> nodes;
  std::unordered_map<const Node*, size_t> index;
  for (const Node* node : changed) {
    const SourceRange* range = node->meta(meta::source_range);
    ChangedNode& made = nodes.emplace_back(node->name().str(), node->target().str(),
                                           range ? *range : SourceRange());
    made.is_new = !traced_names.contains(made.name);
    for (const Node* input : node->input_nodes())
      made.inputs.push_back(index.at(input));
    index.emplace(node, nodes.size() - 1);
  }
  return nodes;
}

std::vector<ChangedNode> suspects(const std::vector<ChangedNode>& nodes,
                                  const std::vector<std::string>& same,
                                  const std::vector<std::string>& differing) {
  std::vector<ChangedNode> found;
  for (const size_t index : Blame(nodes, same, differing).find())
    found.push_back(nodes[index]);
  return found;
}

} // namespace fx::verify
