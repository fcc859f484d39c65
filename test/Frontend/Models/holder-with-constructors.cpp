// A module holder with constructors of its own, which choose the class they hold.
// RUN: fx-clang-trace %s --root='Norm(8, true)' -- | FileCheck %s --check-prefix=BATCH
// RUN: fx-clang-trace %s --root='Norm(8, false)' -- | FileCheck %s --check-prefix=LAYER
#include <torch/torch.h>
struct NormImpl : torch::nn::Module {
  virtual torch::Tensor forward(torch::Tensor x) = 0;
};
struct BatchImpl : NormImpl {
  explicit BatchImpl(int n) : norm(register_module("norm", torch::nn::BatchNorm1d(n))) {}
  torch::Tensor forward(torch::Tensor x) override { return norm(x); }
  torch::nn::BatchNorm1d norm;
};
struct LayerImpl : NormImpl {
  explicit LayerImpl(int n)
      : norm(register_module("norm", torch::nn::LayerNorm(torch::nn::LayerNormOptions({n})))) {}
  torch::Tensor forward(torch::Tensor x) override { return norm(x); }
  torch::nn::LayerNorm norm;
};
std::shared_ptr<NormImpl> make(int n, bool batch) {
  if (batch) return std::make_shared<BatchImpl>(n);
  return std::make_shared<LayerImpl>(n);
}
struct Norm : torch::nn::ModuleHolder<NormImpl> {
  using torch::nn::ModuleHolder<NormImpl>::ModuleHolder;
  Norm(int n, bool batch) : ModuleHolder(make(n, batch)) {}
};
// BATCH: norm: torch::nn::BatchNorm1d(num_features = 8)
// LAYER: norm: torch::nn::LayerNorm(normalized_shape = (8,))
