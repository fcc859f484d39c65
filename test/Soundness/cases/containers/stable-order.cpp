// AIM: stable_sort keeps the order of elements that compare equal.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <algorithm>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<std::pair<int, int>> tasks{{2, 1}, {1, 2}, {2, 3}, {1, 4}, {0, 5}};
    std::stable_sort(tasks.begin(), tasks.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    double code = 0;
    for (const auto& task : tasks)
      code = code * 10 + task.second;
    auto middle = std::stable_partition(tasks.begin(), tasks.end(),
                                        [](const auto& task) { return task.second % 2; });
    return x + code + tasks.front().second * 1e5 + double(middle - tasks.begin()) * 1e6;
  }
};
