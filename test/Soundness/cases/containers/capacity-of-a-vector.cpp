// AIM: A vector has the capacity that the library gives it, however it came to its elements.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

#include <vector>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<int64_t> seen;
    const auto see = [&seen](const auto& one) {
      seen.push_back(static_cast<int64_t>(one.capacity()));
    };
    std::vector<int> list{1, 2, 3};
    see(list);
    list.push_back(4);
    see(list);
    list.insert(list.begin(), 20, 5);
    see(list);
    list.erase(list.begin(), list.begin() + 10);
    see(list);
    std::vector<int> copy(list);
    see(copy);
    copy.assign(3, 1);
    see(copy);
    copy.assign(100, 1);
    see(copy);
    copy.resize(101);
    see(copy);
    copy.clear();
    see(copy);
    copy.reserve(300);
    see(copy);
    copy.swap(list);
    see(copy);
    list = copy;
    see(list);
    list.shrink_to_fit();
    see(list);
    copy = std::move(list);
    see(copy);
    see(list);
    std::vector<bool> bits(3);
    see(bits);
    bits.resize(65);
    see(bits);
    return x.sum() + torch::tensor(seen);
  }
};
