// AIM: A handler that takes its exception by value has a copy of the base part only.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <array>

struct Failure {
  virtual ~Failure() = default;
  virtual int code() const { return 1; }
};
struct Overflow : Failure {
  int code() const override { return 50; }
};
struct Net : torch::nn::Module {
  static int run(bool by_value) {
    try {
      throw Overflow();
    } catch (Overflow& overflow) {
      if (!by_value) return overflow.code();
      Failure copy = overflow;
      std::array<Failure, 1> kept{overflow};
      return copy.code() + kept[0].code() * 10;
    }
  }
  torch::Tensor forward(torch::Tensor x) { return x * run(true) + run(false) * 100; }
};
