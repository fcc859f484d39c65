// AIM: scatter_ into a view of a buffer keeps what it wrote for the next call.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor memory;
  Net() { memory = register_buffer("memory", torch::zeros({4, 3})); }
  torch::Tensor forward(torch::Tensor x) {
    auto slot = memory.narrow(0, 1, 2);
    auto y = slot * 0.5 + x;
    slot.copy_(x);
    memory[0] += 1;
    memory.select(1, 2).add_(memory.select(1, 0));
    return y + memory.sum();
  }
};
