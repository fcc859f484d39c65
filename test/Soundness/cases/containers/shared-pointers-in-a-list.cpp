// AIM: Copies of a vector of shared_ptr share, of unique_ptr move.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <memory>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<std::shared_ptr<int>> a{std::make_shared<int>(1), std::make_shared<int>(2)};
    auto b = a;
    *b[0] = 10;
    b[1] = std::make_shared<int>(20);
    std::vector<std::unique_ptr<int>> c;
    c.push_back(std::make_unique<int>(3));
    auto d = std::move(c);
    *d[0] += 1;
    std::weak_ptr<int> weak = a[1];
    a.pop_back();
    int gone = weak.expired() ? 100 : 200;
    return x + *a[0] + *b[1] + *d[0] + static_cast<int>(c.size()) + gone + a[0].use_count() * 1000;
  }
};
