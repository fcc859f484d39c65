// AIM: A helper asks for the dtype of what it is given, in several spellings.
// EXPECT: equal
// INPUT: torch::arange(4)
// INPUT: torch::randn({4})
// ARGS: --input i=4:int64 --input f=4:float32
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor norm(torch::Tensor t) {
    if (t.dtype() == torch::kInt64) t = t.to(torch::kFloat) / 4;
    if (t.scalar_type() != at::kFloat) t = t * 100;
    if (torch::kDouble == t.scalar_type()) t = t - 3;
    if (!t.is_floating_point()) t = t * 1000;
    return t;
  }
  torch::Tensor forward(torch::Tensor i, torch::Tensor f) { return norm(i) + norm(f); }
};
