// A part of a model that oneDNN computes as a whole, in its own layouts.
#pragma once

#include "OneDnnPlan.h"
#include "WatchedTensor.h"

#include "fx/Runtime/GraphModule.h"

#include <memory>

namespace fx::runtime {

/// A GraphModule like any other, which is printed, written, saved and copied by its graph, and runs
/// faster as long as its graph and its weights are what they were when it was made, it gets
/// contiguous tensors of float32, and nobody records gradients or traces. Thread-safe.
class OneDnnModuleImpl final : public GraphModuleImpl {
public:
  /// What `part` computes, whose state it shares; null: oneDNN cannot do that for `inputs`. Where
  /// it `measures`, the layout is the one that is faster for them. Else it is oneDNN's own, or
  /// channels_last where that alone works.
  static std::shared_ptr<OneDnnModuleImpl> of(const GraphModule& part,
                                              const std::vector<at::Tensor>& inputs, bool measures);
  ~OneDnnModuleImpl() override;

  Value run_graph(Args args) override;
  std::shared_ptr<torch::nn::Module>
  clone(const torch::optional<torch::Device>& device = torch::nullopt) const override;

private:
  class Plans;
  OneDnnModuleImpl(const GraphModuleImpl& part, std::unique_ptr<Plans> plans);

  /// What the plan gave, or what LibTorch gives where that is something else.
  Value prove(const std::shared_ptr<const OneDnnPlan>& plan, const Value& found, Args args);
  /// Whether the weights are those that the plans were made of.
  bool is_current() const;
  void watch();

  std::unique_ptr<Plans> plans_;
  std::vector<WatchedTensor> weights_;
  bool requires_grad_ = false; // one of the weights does
  uint64_t graph_version_ = 0;
};

} // namespace fx::runtime
