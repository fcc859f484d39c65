// AIM: A derived object that is passed by value is its base only.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Scaling {
  virtual double factor() const { return 2; }
  virtual ~Scaling() = default;
};
struct Doubling : Scaling {
  double factor() const override { return 50; }
};
struct Net : torch::nn::Module {
  static double sliced(Scaling scaling) { return scaling.factor(); }
  static double whole(const Scaling& scaling) { return scaling.factor(); }
  torch::Tensor forward(torch::Tensor x) {
    Doubling doubling;
    std::vector<Scaling> all;
    all.push_back(doubling);
    return x * sliced(doubling) + whole(doubling) + all[0].factor() * 1000;
  }
};
