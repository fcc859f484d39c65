// AIM: Characters of a string are changed through references, iterators and back().
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{3, 3};
  Net() {
    std::string name = "Layer-1";
    for (char& c : name)
      if (c == '-') c = '_';
    name.back() = '7';
    name[0] = char(name[0] - 'A' + 'a');
    *(name.begin() + 1) = 'o';
    register_module(name, fc);
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};
