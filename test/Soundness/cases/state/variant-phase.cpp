// AIM: A variant member moves to its next alternative with each call.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <variant>

struct Cold {
  int wait = 1;
};
struct Warm {
  double rate = 0.5;
};
struct Net : torch::nn::Module {
  std::variant<Cold, Warm> phase;
  torch::Tensor forward(torch::Tensor x) {
    if (auto* warm = std::get_if<Warm>(&phase)) return x * warm->rate;
    if (std::get<Cold>(phase).wait-- == 0) phase = Warm{3.0};
    return x;
  }
};
