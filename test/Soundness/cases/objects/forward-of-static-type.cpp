// AIM: A Sequential calls the forward of the type that was pushed, not of the derived object in it.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct ScaleImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x * 2; }
};
TORCH_MODULE(Scale);
struct ShiftedScaleImpl : ScaleImpl {
  torch::Tensor forward(torch::Tensor x) { return x * 2 + 100; }
};
struct Net : torch::nn::Module {
  torch::nn::Sequential body;
  Net() {
    std::shared_ptr<ScaleImpl> scale = std::make_shared<ShiftedScaleImpl>();
    body->push_back("scale", scale);
    register_module("body", body);
  }
  torch::Tensor forward(torch::Tensor x) { return body->forward(x); }
};
