// AIM: A vector that was moved into another is empty and can be filled again.
// EXPECT: equal
// INPUT: torch::randn({4, 6})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<std::vector<torch::Tensor>> groups;
    std::vector<torch::Tensor> group;
    for (int column = 0; column < 6; ++column) {
      group.push_back(x.select(1, column));
      if (group.size() == 2) {
        groups.push_back(std::move(group));
        group.clear();
      }
    }
    auto sum = torch::zeros({4});
    for (const auto& part : groups)
      sum = sum * 2 + torch::stack(part).prod(0);
    return sum + double(groups.size() * 10 + group.size());
  }
};
