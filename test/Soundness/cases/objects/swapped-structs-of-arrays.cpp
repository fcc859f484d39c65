// AIM: Structs that hold arrays are swapped and assigned by what the compiler writes for them.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

#include <array>

struct Part {
  int first = 3;
  std::array<int, 3> sizes{1, 2};
  int more[2] = {7};
  torch::Tensor shift{};
};

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Part parts[2] = {{1, {4, 5, 6}, {8, 9}, x + 1}, {}};
    parts[1].shift = x * 2;
    std::swap(parts[0], parts[1]);
    Part copy;
    copy = parts[1];
    parts[1].sizes[0] = 100;
    return copy.shift * (copy.first + copy.sizes[2] + copy.more[1]) +
           parts[0].shift * (parts[0].sizes[1] + parts[0].more[0] + parts[1].sizes[0]);
  }
};
