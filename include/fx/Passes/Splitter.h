// Which nodes an accelerator computes and which the processor, in as few parts as possible
// (torch.fx: passes/splitter_base.py). fx/Runtime/Splitter.h splits live modules so.
//
// Values are tensors where their nodes say so: a trace with example inputs, --input and ShapeProp
// note it.
#pragma once

#include "fx/Analysis/Aliasing.h"
#include "fx/Support/Error.h"

#include <functional>
#include <unordered_set>
#include <vector>

namespace fx {

/// torch.fx's _SplitterSettingBase, which reads the command line of the program besides.
struct SplitterSettings {
  /// Parts of fewer nodes are computed on the processor.
  size_t min_acc_module_size = 1;
  /// Nodes that give each other what is no tensor may go into different parts.
  bool skip_fusion = false;
  /// What is no tensor may go from the processor to the accelerator and back.
  bool allow_non_tensor = false;
  /// More parts on the accelerator than that are an error; 0: any number is good.
  size_t max_acc_splits = 0;
};

using NodeSet = std::unordered_set<const Node*>;

/// The calls that are supported, without those that take what is no tensor from one that is not, or
/// give it to one (FxNetAccNodesFinder). Linear, unlike torch.fx's.
NodeSet find_acc_nodes(const Graph& graph, const std::function<bool(const Node&)>& is_supported,
                       bool allow_non_tensor);

/// Groups of supported calls that give each other what holds no tensor, with all that is computed
/// between them (FxNetAccFusionsFinder). A group with a node that is not supported is none: its
/// nodes are taken out of `acc_nodes`. Linear but for a logarithm, unlike torch.fx's.
std::vector<std::vector<Node*>> find_fusions(const Graph& graph, const AliasAnalysis& aliasing,
                                             NodeSet& acc_nodes);

/// A part, in the order in which it is computed.
struct Subgraph {
  bool is_acc = false;
  std::vector<Node*> nodes; // in program order
};
/// Parts that are computed one after the other, by turns on either side (put_nodes_into_subgraphs).
/// Unlike torch.fx's they keep the order of writes to memory, random numbers and changes of mode,
/// and calls without operands are in one. Error: the nodes of a fusion cannot be computed together.
Expected<std::vector<Subgraph>>
put_nodes_into_subgraphs(const Graph& graph, const AliasAnalysis& aliasing,
                         const NodeSet& acc_nodes, const std::vector<std::vector<Node*>>& fusions);
/// Parts of the accelerator with fewer nodes go to what is computed before them
/// (remove_small_acc_subgraphs).
std::vector<Subgraph> remove_small_acc_subgraphs(std::vector<Subgraph> subgraphs,
                                                 size_t min_acc_module_size);
/// Error: more parts on the accelerator than SplitterSettings::max_acc_splits.
std::optional<Error> check_acc_splits(const std::vector<Subgraph>& subgraphs,
                                      const SplitterSettings& settings);

} // namespace fx
