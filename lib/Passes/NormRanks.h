// How many dimensions a BatchNorm1d takes, and what a graph that goes by the examples of its inputs
// has to check.
#pragma once

#include "fx/Analysis/Ranks.h"
#include "fx/Passes/Pass.h"

#include <optional>
#include <string_view>
#include <vector>

namespace fx {

/// Found when somebody asks, as most models have no BatchNorm1d.
class NormRanks {
public:
  enum class Answer : uint8_t { Yes, No, ForInputs, Unknown };

  /// `takes_examples`: inputs have as many dimensions as their examples.
  NormRanks(const Graph& graph, const TracedModule& module, bool takes_examples)
      : graph_(graph), module_(module), takes_examples_(takes_examples) {}

  /// Whether the operand of a BatchNorm1d, which takes two and three, has this many.
  Answer has(const Node& norm, size_t rank);

private:
  const Graph& graph_;
  const TracedModule& module_;
  bool takes_examples_;
  std::optional<RankAnalysis> proven_, assumed_;
};

/// The inputs with an example of which some of the calls are computed.
std::vector<Node*> deciding_inputs(const Graph& graph, std::vector<const Node*> calls);

/// Has the graph check that inputs have as many dimensions as their examples.
void check_ranks(Graph& graph, const std::vector<Node*>& inputs, std::string_view pass);

/// Says of each that code which is edited in place has no such check.
void tell_unchecked(const std::vector<Node*>& inputs, std::string_view pass,
                    const PassContext& context);

} // namespace fx
