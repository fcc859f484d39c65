// AIM: Parentheses give a vector a size, braces give it elements; a nested brace copies.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <array>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<int> size(3, 2), elements{3, 2};
    std::vector<std::vector<int>> grid(2, std::vector<int>{1, 2, 3});
    grid[0][1] = 9;
    std::vector<std::string> three{{"a", "b", "c"}};
    std::array<int, 4> zeros{5};
    int c[2][3] = {{1}, {4, 5}};
    double sum = size.size() + 10.0 * elements.size() + grid[1][1] + three.size() * 100.0;
    return x * sum + zeros[0] + zeros[3] + c[0][2] * 7 + c[1][1];
  }
};
