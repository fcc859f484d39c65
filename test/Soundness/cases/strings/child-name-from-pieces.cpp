// AIM: substr, find and insert build the names under which children are registered.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 3}, second{3, 3};
  Net() {
    std::string path = "encoder/block/fc";
    auto cut = path.rfind('/');
    std::string leaf = path.substr(cut + 1);
    std::string parent(path, 8, 5);
    register_module(leaf + "_" + parent, first);
    leaf.replace(0, 1, "proj_");
    leaf.insert(leaf.end(), 'x');
    register_module(leaf, second);
  }
  torch::Tensor forward(torch::Tensor x) { return second(first(x)); }
};
