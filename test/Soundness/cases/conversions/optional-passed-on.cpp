// AIM: An optional that is none stays one where it is passed on, as the start of a slice, too.
// EXPECT: equal
// INPUT: torch::randn({4, 3}), c10::optional<int64_t>(c10::nullopt)
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, c10::optional<int64_t> n) {
    return torch::repeat_interleave(x, 2, n) + x.argmax(n).sum() + x.slice(0, n, 3).sum();
  }
};
