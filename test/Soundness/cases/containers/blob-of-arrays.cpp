// AIM: A tensor made of arrays in arrays, from the middle of one, and of a variable that changes behind the copy.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

#include <array>

struct Net : torch::nn::Module {
  Net() {
    float plain[2][3] = {{1, 2, 3}, {4, 5, 6}};
    std::vector<std::array<double, 3>> rows{{1.5, 2.5, 3.5}, {4.5, 5.5, 6.5}, {7.5, 8.5, 9.5}};
    a = register_buffer("a", torch::from_blob(plain, {2, 3}).clone());
    b = register_buffer("b", torch::from_blob(rows.data() + 1, {2, 3}, torch::kDouble).clone());
    plain[0][0] = 100;
    rows[1][1] = 100;
  }
  torch::Tensor forward(torch::Tensor x) { return x + a * b; }
  torch::Tensor a, b;
};
