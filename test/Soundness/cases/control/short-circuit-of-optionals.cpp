// AIM: value_or evaluates its argument in any case, ?: does not.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  static torch::Tensor made(int& count, torch::Tensor t) {
    ++count;
    return t;
  }
  torch::Tensor forward(torch::Tensor x) {
    int count = 0;
    c10::optional<torch::Tensor> mask = x > 0, none;
    auto a = mask.value_or(made(count, x)), b = none.value_or(made(count, x * 2));
    auto c = none ? *none : made(count, x * 3);
    auto d = mask.has_value() ? mask->to(torch::kFloat) : made(count, x);
    none = mask;
    mask.reset();
    if (none && !mask) count += 10;
    return a.to(torch::kFloat) + b + c + d + count;
  }
};
