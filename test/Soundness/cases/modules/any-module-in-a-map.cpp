// AIM: AnyModule in a map, with forward of several arguments.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <map>

struct AddImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor a, torch::Tensor b, double w = 2) { return a + b * w; }
};
TORCH_MODULE(Add);
struct Net : torch::nn::Module {
  std::map<int, torch::nn::AnyModule> steps;
  Net() {
    torch::nn::Linear fc(3, 3);
    register_module("fc", fc);
    steps.emplace(2, torch::nn::AnyModule(fc));
    steps.emplace(1, torch::nn::AnyModule(Add()));
  }
  torch::Tensor forward(torch::Tensor x) {
    auto y = steps.at(2).forward(x);
    return steps.at(1).forward(x, y, 3.0) + steps.at(2).get<torch::nn::LinearImpl>().bias;
  }
};
