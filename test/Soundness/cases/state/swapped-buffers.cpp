// AIM: Two buffers take turns: their handles are swapped at the end of each call.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <utility>

struct Net : torch::nn::Module {
  torch::Tensor front, back;
  Net() {
    front = register_buffer("front", torch::ones({3}));
    back = register_buffer("back", torch::full({3}, 2.0));
  }
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * front;
    std::swap(front, back);
    return y;
  }
};
