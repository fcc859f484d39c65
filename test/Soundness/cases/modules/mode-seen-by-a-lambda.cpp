// AIM: A lambda that captures this asks for the mode when it runs.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <functional>

struct Net : torch::nn::Module {
  std::function<torch::Tensor(torch::Tensor)> step;
  torch::nn::Sequential body;
  Net() {
    step = [this](torch::Tensor t) { return is_training() ? t * 2 : t; };
    body->push_back(torch::nn::Functional(step));
    body->push_back(torch::nn::Linear(3, 3));
    register_module("body", body);
  }
  torch::Tensor forward(torch::Tensor x) { return step(body->forward(x)); }
};
