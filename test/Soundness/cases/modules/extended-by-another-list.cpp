// AIM: ModuleList::extend shares the modules: both lists hold the same weights.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::ModuleList own, all;
  Net() {
    for (int i = 0; i < 2; ++i)
      own->push_back(torch::nn::Linear(3, 3));
    all->extend(*own);
    all->push_back(torch::nn::Linear(3, 3));
    register_module("all", all);
  }
  torch::Tensor forward(torch::Tensor x) {
    for (size_t i = 0; i < own->size(); ++i)
      x = own->at<torch::nn::LinearImpl>(i).forward(x);
    return all[2]->as<torch::nn::Linear>()->forward(x);
  }
};
