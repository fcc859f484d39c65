// AIM: Overloads on const, on & and && are chosen by what the object expression is.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Probe {
  int kind() & { return 1; }
  int kind() const& { return 2; }
  int kind() && { return 3; }
  static int of(int&) { return 10; }
  static int of(const int&) { return 20; }
  static int of(int&&) { return 30; }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Probe probe;
    const Probe& fixed = probe;
    int n = 5;
    int&& moved = std::move(n);
    double sum = probe.kind() + fixed.kind() * 10 + Probe().kind() * 100 +
                 std::move(probe).kind() * 1000 + Probe::of(n) + Probe::of(moved) * 100 +
                 Probe::of(n + 1) * 1000;
    return x + sum;
  }
};
