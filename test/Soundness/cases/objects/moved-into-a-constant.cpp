// AIM: What is moved into a variable that is const is gone from where it was.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

#include <string>
#include <vector>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<int64_t> sizes{1, 2, 3};
    int64_t& first = sizes[0];
    const std::vector<int64_t> taken(std::move(sizes));
    first += 4;
    std::string text = "a text that is longer than a short one";
    const auto moved = std::move(text);
    return x * taken[0] + static_cast<int64_t>(sizes.size() * 100 + text.size() + moved.size());
  }
};
