// What depends on weights alone, computed once: torch.fx's experimental/const_fold.py.
//
//     fx::FoldedGraphModule folded = fx::split_const_subgraphs(traced);
//     folded->eval();
//     torch::NoGradGuard no_grad;
//     torch::Tensor y = folded->forward(x); // computes the constants first
//
// Which nodes are constant says fx/Analysis/ConstantSubgraph.h.
#pragma once

#include "fx/Runtime/GraphModule.h"

#include <c10/core/Device.h>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fx {

struct SplitConstSubgraphsOptions {
  /// Nodes for which it says true stay in the graph, and with them what uses them. Null: none.
  std::function<bool(const Node&)> skip_folding_node_fn = {};
  /// Where the folded values are kept; nothing: where they are computed.
  std::optional<torch::Device> device_for_folded_attrs = {};
};

class FoldedGraphModule;

/// A GraphModule that reads values which another graph, without inputs, computes of its weights.
///
/// They are computed at the first forward, and again when a weight that they depend on is not what
/// it was: written to in place, given other data by set_data() (torch::load, to()), replaced,
/// frozen or unfrozen, or when the default dtype changed. What is not seen is a write past
/// LibTorch's version counters: through data() or a pointer; call run_folding() after it. Running
/// statistics of norms, which are written so, are compared by value.
///
/// Where the kept values would not be right each forward computes them anew: when gradients are
/// recorded and a weight requires one (they flow to the weights, in evaluation and in training), in
/// autocast, in a trace, under functional_call(), and where a weight's changes leave no trace
/// (inference tensors, sparse ones). So nothing is won without a NoGradGuard, an InferenceMode or
/// frozen weights.
///
/// The folded values are no part of the state: what is saved and loaded is what the original has.
/// They are of this module alone: a Transformer, decompose() and other modules that are to share
/// its state refuse a graph that reads them (GraphError); give them the module before it is split.
class FoldedGraphModuleImpl : public GraphModuleImpl {
public:
  ~FoldedGraphModuleImpl() override;

  /// The graph that computes the folded values: one tensor, or a tuple of them; null: nothing was
  /// folded. It runs on the state of this module; a change of its graph counts from the next
  /// forward on.
  GraphModule const_subgraph_module() const { return const_subgraph_module_; }
  /// "_FX_CONST_FOLDED_ATTRS", with a number behind it where the module has that name: the
  /// attribute that graph() reads, or of several values `.0`, `.1` of it. Empty: nothing was
  /// folded.
  const std::string& fx_const_folded_attrs_name() const { return folded_name_; }
  const std::optional<torch::Device>& device_for_folded_attrs() const { return device_; }
  bool has_folding_been_run() const;

  /// Computes the folded values of the weights as they are now. May be called again at any time.
  /// ExecutionError: a node failed.
  void run_folding();

  Value run_graph(Args args) override;
  /// Folded values are computed first where they are not up to date.
  const torch::Tensor* find_tensor(std::string_view path) const override;
  std::shared_ptr<torch::nn::Module>
  clone(const torch::optional<torch::Device>& device = torch::nullopt) const override;
  /// The module with the constant part in its graph again: what is written or saved (code(),
  /// save(), to_folder()) holds for any weights.
  TracedModule describe() const override;

protected:
  std::shared_ptr<const torch::nn::Module> unregistered() const override;

private:
  friend FoldedGraphModule split_const_subgraphs(const GraphModule& module,
                                                 const SplitConstSubgraphsOptions& options);
  struct Folded;
  class Folding;

  /// `graph` reads what `constants` computes under the name; without a name there are none.
  FoldedGraphModuleImpl(const GraphModuleImpl& module, Graph graph, Graph constants,
                        std::string folded_name, std::optional<torch::Device> device);

  bool is_folded_name(std::string_view path) const;
  std::shared_ptr<const Folded> current() const;
  Graph whole_graph() const;

  GraphModule const_subgraph_module_{nullptr};
  std::string folded_name_;
  std::optional<torch::Device> device_;
  std::unique_ptr<Folding> folding_; // null: nothing was folded
};

class FoldedGraphModule : public torch::nn::ModuleHolder<FoldedGraphModuleImpl> {
public:
  using torch::nn::ModuleHolder<FoldedGraphModuleImpl>::ModuleHolder;
  using Impl = FoldedGraphModuleImpl;
  /// The same module, for what takes any.
  operator GraphModule() const { return GraphModule(std::shared_ptr<GraphModuleImpl>(impl_)); }
};

/// A module that shares the state of `module`, in whose graph() what depends on parameters, buffers
/// and literals alone is an attribute that is computed once. The meta of the nodes stays, and each
/// attribute has that of the node that computed it. The graph of training, where there is one,
/// stays as it is. Linear in the size of the graph.
///
/// Unlike torch.fx's it folds no random number, no memory that is written to, nothing in regions of
/// other modes, no tensor that is returned, and no view of a weight, which costs nothing. A call of
/// a class that fx-clang does not know may write to any weight: with one nothing that reads weights
/// is folded.
FoldedGraphModule split_const_subgraphs(const GraphModule& module,
                                        const SplitConstSubgraphsOptions& options = {});

} // namespace fx
