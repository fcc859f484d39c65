// AIM: accumulate adds in the type of its start, by the function that it is given.
// EXPECT: equal
// INPUT: torch::randn({2, 6})
#include <torch/torch.h>

#include <algorithm>
#include <numeric>

struct Net : torch::nn::Module {
  Net() {
    std::vector<int64_t> numbers(4), squares;
    std::iota(numbers.begin(), numbers.end(), -4);
    std::transform(numbers.begin(), numbers.end(), std::back_inserter(squares),
                   [](int64_t a) { return a * a % 11; });
    int64_t width = std::accumulate(squares.begin(), squares.end(), int64_t(0)) + numbers[1];
    width += std::accumulate(squares.begin(), squares.end(), 1,
                             [](int64_t a, int64_t b) { return (a * 2 + b) % 50; });
    width += std::count_if(numbers.begin(), numbers.end(), [](auto a) { return a % 2 == 0; }) * 5;
    down = register_module("down", torch::nn::Linear(6, 2 + std::abs(width) % 5));
    up = register_module("up", torch::nn::Linear(2 + std::abs(width) % 5, 6));
  }
  torch::Tensor forward(torch::Tensor x) { return up(down(x)); }
  torch::nn::Linear down{nullptr}, up{nullptr};
};
