// The call that takes the place of a layer and the batch normalisation behind it.
#pragma once

#include "fx/IR/Graph.h"
#include "fx/IR/ModuleTree.h"
#include "fx/IR/OptionRead.h"
#include "fx/Ops/Modules.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fx {

/// A leaf of LibTorch's, with its options.
struct LeafLayer {
  const ModuleNode* module;
  const ops::ModuleClass* kind;
  ops::ModuleOptions options;

  Argument option(std::string_view name) const { return options.value(name).value_or(Argument()); }
  bool is_on(std::string_view name) const { return options.is_on(name).value_or(false); }
};

/// A batch normalisation of a layer's only result.
struct NormSite {
  Node* layer_call;
  Node* batchnorm;
  LeafLayer layer;
  LeafLayer norm;
  bool is_affine; // the normalisation has a weight and a bias
  /// It is one if inputs have as many dimensions as their examples.
  bool is_for_inputs = false;
  /// What the weights are converted to when they are computed, because the norm's are longer;
  /// empty: they are of one type.
  Symbol dtype = {};
};

/// Writes the call that takes the place of a pair, and the weights for it. What all pairs need
/// alike is looked up once: a graph may have thousands.
class FusedCalls {
public:
  explicit FusedCalls(Graph& graph) : graph_(graph) {}

  void fuse(const NormSite& site);

private:
  // y = (layer(x) - mean) / sqrt(var + eps) * gamma + beta, as the layer with other weights.

  Node* scale(const NormSite& site);

  /// Each row of the layer's weight by its number of the scale.
  Node* weight(const NormSite& site, Node* scale);

  Node* bias(const NormSite& site, Node* scale);

  Node* fused_call(const NormSite& site, Node* weight, Node* bias);

  /// The function that computes what a layer of this class does.
  Symbol function_for(const ops::ModuleClass& kind);

  /// The last operands of `call` are these options of the module that `owner` calls.
  static std::vector<OptionRead> option_reads(const Node& call, const Node& owner,
                                              std::span<const Symbol> options);

  Node* note(Node* made) const;
  Node* call(Symbol function, std::vector<Argument> args);
  Node* tensor(const Node& owner, std::string_view name);

  Graph& graph_;
  const Symbol add_ = "operator.add", sub_ = "operator.sub", mul_ = "operator.mul",
               neg_ = "operator.neg", rsqrt_ = "torch.rsqrt", reshape_ = "reshape", to_ = "to",
               eps_ = "eps";
  const std::array<Symbol, 4> of_convolution_{"stride", "padding", "dilation", "groups"};
  // The last one that was asked for.
  const ops::ModuleClass* kind_ = nullptr;
  Symbol function_;
  // Of the pair that is fused.
  const Node* place_ = nullptr;
  std::string path_;
};

} // namespace fx
