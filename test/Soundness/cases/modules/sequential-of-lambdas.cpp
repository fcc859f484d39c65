// AIM: Functional modules that hold lambdas with captures.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Sequential body{nullptr};
  Net() {
    double slope = 0.25;
    int64_t dim = 1;
    body = register_module(
        "body",
        torch::nn::Sequential(
            torch::nn::Linear(3, 4),
            torch::nn::Functional([slope](torch::Tensor t) { return torch::leaky_relu(t, slope); }),
            torch::nn::Functional(torch::tanh),
            torch::nn::Functional([=](torch::Tensor t) { return t / t.norm(2, dim, true); })));
    slope = 100;
  }
  torch::Tensor forward(torch::Tensor x) { return body->forward(x); }
};
