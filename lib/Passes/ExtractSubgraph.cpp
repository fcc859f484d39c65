#include "fx/Passes/ExtractSubgraph.h"

#include "Messages.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <unordered_map>

namespace fx {

namespace {

class Extraction {
public:
  Extraction(const Graph& graph, const AliasAnalysis& aliasing)
      : graph_(graph), aliasing_(aliasing), is_wanted_(graph.id_limit()) {
    made_.set_libtorch(graph.libtorch());
  }

  Expected<Graph> run(std::vector<Node*> nodes, const std::vector<Node*>& inputs,
                      const std::vector<Node*>& outputs) {
    for (const Node* node : nodes)
      if (auto error = check(*node, /*is_input=*/false)) return *error;
    for (const Node* input : inputs)
      if (auto error = check(*input, /*is_input=*/true)) return *error;
    std::ranges::sort(nodes, {}, [&](const Node* node) { return aliasing_.position(*node); });
    if (auto error = check_changes(nodes)) return *error;
    for (const Node* input : inputs) {
      if (values_.contains(input)) continue;
      Node* placeholder = made_.placeholder(input->name().view(), {}, input->type());
      placeholder->copy_meta_from(*input);
      values_[input] = placeholder;
    }
    for (const Node* node : nodes)
      if (auto error = copy(*node)) return *error;
    std::vector<Argument> results;
    for (const Node* output : outputs) {
      const auto found = values_.find(output);
      if (found == values_.end())
        return say(diag::not_extracted, output->name().str(),
                   "it is to be returned, and is neither a node of it nor an input");
      results.emplace_back(found->second);
    }
    made_.output(Argument::list(std::move(results)));
    return std::move(made_);
  }

private:
  std::optional<Error> check(const Node& node, bool is_input) {
    const auto refuse = [&](std::string_view why) {
      return say(diag::not_extracted, node.name().str(), why);
    };
    if (&node.graph() != &graph_) return refuse("it belongs to another graph");
    if (node.is_erased()) return refuse("it was erased");
    if (is_input) {
      if (node.op() == Opcode::Output) return refuse("an output is no value");
      if (is_wanted_[node.id()]) return refuse("it is to be computed, and to be an input");
      return std::nullopt;
    }
    if (node.op() == Opcode::Placeholder || node.op() == Opcode::Output)
      return refuse("it is no call");
    if (is_wanted_[node.id()]) return refuse("it is named twice");
    is_wanted_[node.id()] = true;
    return std::nullopt;
  }

  /// What stays behind and changes in between what the nodes compute.
  std::optional<Error> check_changes(const std::vector<Node*>& nodes) const {
    if (nodes.empty()) return std::nullopt;
    std::set<AliasAnalysis::MemoryClass> memories;
    for (const Node* node : nodes) {
      memories.insert(aliasing_.memory(*node));
      for (const Node* input : node->input_nodes())
        memories.insert(aliasing_.memory(*input));
      if (node->op() == Opcode::CallModule || aliasing_.effects(*node).unknown)
        memories.insert(AliasAnalysis::external);
    }
    memories.erase(AliasAnalysis::none);
    const uint32_t first = aliasing_.position(*nodes.front());
    const uint32_t last = aliasing_.position(*nodes.back());
    for (const auto memory : memories)
      for (const uint32_t position : aliasing_.writers(memory)) {
        const Node& writer = *aliasing_.at(position);
        if (position > first && position < last && !is_wanted_[writer.id()])
          return say(diag::not_extracted, writer.name().str(),
                     "it writes to memory that nodes around it use, and stays behind");
      }
    for (uint32_t position = first + 1; position < last; ++position) {
      const Node& node = *aliasing_.at(position);
      if (aliasing_.effects(node).barrier && !is_wanted_[node.id()])
        return say(diag::not_extracted, node.name().str(),
                   "it changes the mode in which nodes around it compute, and stays behind");
    }
    return std::nullopt;
  }

  std::optional<Error> copy(const Node& node) {
    for (const Node* input : node.input_nodes()) {
      if (values_.contains(input)) continue;
      if (input->op() != Opcode::GetAttr)
        return say(diag::not_extracted, node.name().str(),
                   fmt::format("it uses '{}', which is neither a node of it nor an input",
                               input->name().view()));
      values_[input] = made_.node_copy(*input, {});
    }
    if (values_.contains(&node)) return std::nullopt; // a parameter that a node before it read
    values_[&node] =
        made_.node_copy(node, [&](Node* input) { return Argument(values_.at(input)); });
    return std::nullopt;
  }

  const Graph& graph_;
  const AliasAnalysis& aliasing_;
  std::vector<bool> is_wanted_; // by id
  Graph made_;
  std::unordered_map<const Node*, Node*> values_;
};

} // namespace

Expected<Graph> extract_subgraph(const Graph& graph, const AliasAnalysis& aliasing,
                                 const std::vector<Node*>& nodes, const std::vector<Node*>& inputs,
                                 const std::vector<Node*>& outputs) {
  return Extraction(graph, aliasing).run(nodes, inputs, outputs);
}

} // namespace fx
