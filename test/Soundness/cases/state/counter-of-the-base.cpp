// AIM: A base class counts calls in a private member that its method raises.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

class Counted : public torch::nn::Module {
public:
  int64_t next() { return ++calls_; }

private:
  int64_t calls_ = 0;
};
struct Net : Counted {
  torch::Tensor forward(torch::Tensor x) { return x + next() * next(); }
};
