// AIM: A tensor handed by value is the same tensor: += in a helper changes the caller's.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

static void bump(torch::Tensor t) {
  t += 1;
}
static void rebind(torch::Tensor t) {
  t = t + 100;
}
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    bump(x);
    auto y = x * 1;
    rebind(y);
    return y;
  }
};
