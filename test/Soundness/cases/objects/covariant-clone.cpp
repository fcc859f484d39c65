// AIM: A covariant virtual function gives a pointer to the derived class.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Activation {
  virtual ~Activation() = default;
  virtual Activation* copy() const = 0;
  virtual torch::Tensor operator()(const torch::Tensor& x) const = 0;
};
struct Leaky : Activation {
  double slope = 0.1;
  Leaky* copy() const override { return new Leaky(*this); }
  torch::Tensor operator()(const torch::Tensor& x) const override {
    return torch::leaky_relu(x, slope);
  }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Leaky leaky;
    std::unique_ptr<Leaky> other(leaky.copy());
    other->slope = 0.5;
    std::unique_ptr<Activation> third(static_cast<Activation&>(*other).copy());
    return leaky(x) + (*third)(x) * 10;
  }
};
