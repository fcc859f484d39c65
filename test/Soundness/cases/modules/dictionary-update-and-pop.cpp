// AIM: ModuleDict keeps the place of a key that update() gives a new module, and pop() removes one.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::ModuleDict heads;
  Net() {
    torch::OrderedDict<std::string, std::shared_ptr<torch::nn::Module>> first = {
        {"b", torch::nn::Linear(3, 3).ptr()}, {"a", torch::nn::Linear(3, 3).ptr()}};
    heads->update(first);
    torch::OrderedDict<std::string, std::shared_ptr<torch::nn::Module>> second = {
        {"c", torch::nn::Linear(3, 3).ptr()}, {"b", torch::nn::Tanh().ptr()}};
    heads->update(second);
    heads->pop("c");
    register_module("heads", heads);
  }
  torch::Tensor forward(torch::Tensor x) {
    int position = 1;
    for (const auto& key : heads->keys())
      x = x + (key == "a" ? position : 10 * position), ++position;
    return heads->at<torch::nn::LinearImpl>("a").forward(x);
  }
};
