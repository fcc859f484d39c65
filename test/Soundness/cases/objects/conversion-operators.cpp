// AIM: An explicit conversion operator serves conditions; an implicit one serves arithmetic too.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Ratio {
  int up, down;
  operator double() const { return double(up) / down; }
};
struct Handle {
  int uses;
  explicit operator bool() const { return uses > 1; }
  explicit operator int() const { return -uses; }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Ratio ratio{7, 2};
    Handle handle{2};
    int cut = ratio;
    float sum = ratio + 1;
    x = x * double(ratio);
    return (handle ? x + cut : x) + sum + static_cast<int>(handle) + (!handle ? 1 : 2);
  }
};
