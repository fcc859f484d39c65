// AIM: at::parallel_for runs its body over parts of the range, here with writes to rows.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <ATen/Parallel.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    at::parallel_for(0, 4, 1, [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row)
        y[row].mul_(double(row));
    });
    return y;
  }
};
