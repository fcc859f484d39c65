// AIM: A protected counter of a base class is advanced by its non-virtual forward.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

class Counted : public torch::nn::Module {
public:
  torch::Tensor forward(torch::Tensor x) {
    ++calls_;
    return step(x);
  }

protected:
  virtual torch::Tensor step(torch::Tensor x) = 0;
  int calls() const { return calls_; }

private:
  int calls_ = 0;
};
class Net : public Counted {
  torch::Tensor step(torch::Tensor x) override { return x.pow(calls()); }
};
