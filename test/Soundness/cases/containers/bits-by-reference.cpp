// AIM: What vector<bool> gives for an element refers to it: copied, looped over, exchanged.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

#include <algorithm>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<bool> used(4, true);
    used[1] = false;
    auto third = used[2];
    third = false;
    for (auto&& bit : used)
      bit = !bit;
    for (auto bit : used)
      if (bit) {
        bit = false; // a copy of a reference
        break;
      }
    used.flip();
    auto first = *used.begin();
    first = first && !used.back();
    std::iter_swap(used.begin(), used.begin() + 2);
    std::vector<int> widths{4, 8, 15, 16};
    std::vector<bool> even(4);
    std::transform(widths.begin(), widths.end(), even.begin(), [](int w) { return w % 2 == 0; });
    std::vector<bool> behind(even.rbegin(), even.rend());
    std::rotate(behind.begin(), behind.begin() + 1, behind.end());
    std::transform(even.begin(), even.end(), behind.begin(), behind.begin(),
                   [](bool a, bool b) { return a != b; });
    int number = 0;
    for (const auto* bits : {&used, &even, &behind})
      for (bool bit : *bits)
        number = number * 2 + bit;
    return x + number + (int)std::count(even.begin(), even.end(), true) * 10000;
  }
};
