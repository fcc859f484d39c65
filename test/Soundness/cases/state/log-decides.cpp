// AIM: The length of a string member that forward appends to is read by the next call.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::string log;
  torch::nn::ReLU relu;
  Net() { register_module("relu", relu); }
  void note(const std::string& text) { log += text + ";"; }
  torch::Tensor forward(torch::Tensor x) {
    note("fc");
    if (log.size() > 5) x = x * 2;
    note("relu");
    return relu(x);
  }
};
