// AIM: std::swap, std::reverse and std::rotate exchange what functions hold, with its state.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

#include <algorithm>
#include <functional>

struct Scale {
  double factor;
  double operator()(double v) const { return v * factor; }
};

struct Net : torch::nn::Module {
  using Stage = std::function<torch::Tensor(torch::Tensor)>;
  torch::nn::Linear fc{3, 3};
  std::vector<Stage> stages;
  Net() {
    register_module("fc", fc);
    stages.push_back([this](torch::Tensor t) { return fc(t); });
    for (int i = 1; i < 4; ++i)
      stages.push_back([i, shift = i * i](torch::Tensor t) { return t * i + shift; });
    std::reverse(stages.begin(), stages.end());
    std::swap(stages[0], stages[2]);
    std::rotate(stages.begin(), stages.begin() + 1, stages.end());
  }
  torch::Tensor forward(torch::Tensor x) {
    for (const Stage& stage : stages)
      x = stage(x);
    std::function<int()> count = [n = 0]() mutable { return ++n; };
    std::function<int()> other = [n = 10]() mutable { return --n; };
    count();
    std::swap(count, other);
    count.swap(other);
    std::swap(other, count);
    std::function<double(double)> a = Scale{2};
    std::function<double(double)> b = [](double v) { return v + 1; };
    std::function<double(double)> none;
    std::swap(a, b);
    const double value = a(3) * 10 + b(3);
    std::swap(a, none);
    return x + value + count() * 100 + other() * 1000 + (a ? 1e4 : 2e4) + none(5);
  }
};
