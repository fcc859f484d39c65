#include "NormRanks.h"

#include <fmt/format.h>
#include <unordered_set>

namespace fx {

NormRanks::Answer NormRanks::has(const Node& norm, size_t rank) {
  const Node& operand = *norm.arg(0).as_node();
  if (!proven_) proven_.emplace(graph_, module_);
  const RankSet proven = proven_->at(operand, norm);
  if (!proven.contains(rank)) return Answer::No;
  if (!proven.contains(rank == 2 ? 3 : 2)) return Answer::Yes;
  if (!takes_examples_) return Answer::Unknown;
  if (!assumed_) assumed_.emplace(graph_, module_, RankAnalysis::Examples::Inputs);
  const std::optional<size_t> assumed = assumed_->at(operand, norm).only();
  if (!assumed) return Answer::Unknown;
  return *assumed == rank ? Answer::ForInputs : Answer::No;
}

std::vector<Node*> deciding_inputs(const Graph& graph, std::vector<const Node*> calls) {
  std::unordered_set<const Node*> reached;
  while (!calls.empty()) {
    const Node* node = calls.back();
    calls.pop_back();
    if (!reached.insert(node).second) continue;
    for (const Node* input : node->input_nodes())
      calls.push_back(input);
  }
  std::vector<Node*> inputs = graph.placeholders();
  std::erase_if(inputs, [&](const Node* input) {
    return !reached.contains(input) || input->meta(meta::tensor_meta) == nullptr;
  });
  return inputs;
}

void check_ranks(Graph& graph, const std::vector<Node*>& inputs, std::string_view pass) {
  if (inputs.empty()) return;
  Node* last = graph.placeholders().back();
  const auto behind = [&](const auto& make) {
    const auto point = graph.inserting_after(last);
    last = make();
    return last;
  };
  for (Node* input : inputs) {
    const auto rank = static_cast<int64_t>(input->meta(meta::tensor_meta)->shape.size());
    Node* dim = behind([&] { return graph.call_method("dim", {input}); });
    Node* equal = behind([&] { return graph.call_function("operator.eq", {dim, rank}); });
    const Argument text =
        Argument::string(fmt::format("'{}' has another number of dimensions than {}, for which {} "
                                     "changed the model",
                                     input->target().view(), rank, pass));
    behind([&] { return graph.call_function("torch._assert", {equal, text}); });
  }
}

void tell_unchecked(const std::vector<Node*>& inputs, std::string_view pass,
                    const PassContext& context) {
  for (const Node* input : inputs) {
    const size_t rank = input->meta(meta::tensor_meta)->shape.size();
    context.remark(input, fmt::format("the new code is for a '{}' of {} dimensions, as in the "
                                      "example, and does not check it: {}<input-ranks> says so",
                                      input->target().view(), rank, pass));
  }
}

} // namespace fx
