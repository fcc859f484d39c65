// AIM: splice moves nodes between lists; reverse, remove and unique act on what is there.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <list>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::list<int> a{1, 2, 3}, b{7, 7, 9};
    a.splice(std::next(a.begin()), b);
    a.unique();
    a.reverse();
    a.remove(2);
    double code = 0;
    for (int v : a)
      code = code * 10 + v;
    return x + code + double(b.size());
  }
};
