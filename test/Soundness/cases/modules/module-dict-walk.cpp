// AIM: ModuleDict keeps the order of insertion; contains, items, operator[].
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::ModuleDict heads;
  Net() {
    torch::OrderedDict<std::string, std::shared_ptr<torch::nn::Module>> items;
    items.insert("zeta", torch::nn::Linear(3, 2).ptr());
    items.insert("alpha", torch::nn::Linear(3, 2).ptr());
    heads = torch::nn::ModuleDict(items);
    register_module("heads", heads);
  }
  torch::Tensor forward(torch::Tensor x) {
    std::vector<torch::Tensor> outs;
    int at = 1;
    for (const auto& item : heads->items())
      outs.push_back(item.second->as<torch::nn::Linear>()->forward(x) * at++);
    if (heads->contains("alpha"))
      outs.push_back(heads["alpha"]->as<torch::nn::Linear>()->forward(x));
    return torch::cat(outs, 1);
  }
};
