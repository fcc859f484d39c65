// AIM: A guard in the forward of a submodule ends with it, in each of its calls.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <memory>

struct Frozen : torch::nn::Module {
  torch::nn::Linear fc{3, 3};
  Frozen() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x, bool learns = false) {
    std::unique_ptr<torch::NoGradGuard> guard;
    if (!learns) guard.reset(new torch::NoGradGuard);
    return torch::relu(fc(x));
  }
};

struct Net : torch::nn::Module {
  std::shared_ptr<Frozen> frozen = register_module("frozen", std::make_shared<Frozen>());
  torch::nn::Linear head = register_module("head", torch::nn::Linear(3, 3));
  torch::Tensor forward(torch::Tensor x) {
    return head(frozen->forward(x)) + frozen->forward(x, true);
  }
};
