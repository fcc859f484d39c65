// AIM: A weak_ptr is expired once the last shared_ptr is gone; a custom deleter runs then.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int deleted = 0;
    std::weak_ptr<double> weak;
    {
      std::shared_ptr<double> owner(new double(3), [&](double* p) {
        deleted += *p;
        delete p;
      });
      weak = owner;
      auto other = owner;
      owner.reset();
      if (auto locked = weak.lock()) x = x * *locked;
      x = x + deleted;
    }
    return x + (weak.expired() ? 10 : 20) + deleted * 100;
  }
};
