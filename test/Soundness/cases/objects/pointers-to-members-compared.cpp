// AIM: Pointers to members and to functions are compared with each other and with nullptr.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

struct Settings {
  double rate = 0.5;
  double decay = 0.25;
  double twice() const { return rate * 2; }
  double half() const { return rate / 2; }
};

struct Net : torch::nn::Module {
  double Settings::* which = &Settings::decay;
  double (Settings::*how)() const = &Settings::twice;
  torch::Tensor forward(torch::Tensor x) {
    Settings settings;
    double Settings::* none = nullptr;
    double sum = which == &Settings::decay ? 1 : 2;
    sum += which != &Settings::rate ? 10 : 20;
    sum += how == &Settings::half ? 100 : 200;
    sum += none == nullptr ? 1000 : 2000;
    return x * (settings.*which) + (settings.*how)() + sum;
  }
};
