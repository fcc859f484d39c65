// AIM: Two layers share a counter.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct LayerImpl : torch::nn::Module {
  std::shared_ptr<int> calls;
  LayerImpl(std::shared_ptr<int> shared) : calls(shared) {}
  torch::Tensor forward(torch::Tensor x) { return x * ++*calls; }
};
TORCH_MODULE(Layer);
struct Net : torch::nn::Module {
  std::shared_ptr<int> calls = std::make_shared<int>(0);
  Layer a = Layer(std::make_shared<LayerImpl>(calls)),
        b = Layer(std::make_shared<LayerImpl>(calls));
  Net() {
    register_module("a", a);
    register_module("b", b);
  }
  torch::Tensor forward(torch::Tensor x) { return a(x) + b(x) * 10; }
};
