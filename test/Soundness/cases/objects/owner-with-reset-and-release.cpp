// AIM: unique_ptr: reset, release, swap, move assignment and order of ends.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <memory>

static int log_ = 0;
struct Mark {
  int n;
  explicit Mark(int n) : n(n) {}
  ~Mark() { log_ = log_ * 10 + n; }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    log_ = 0;
    {
      auto a = std::make_unique<Mark>(1), b = std::make_unique<Mark>(2);
      a.swap(b);
      a.reset(new Mark(3));
      b = std::move(a);
      Mark* raw = b.release();
      delete raw;
      std::unique_ptr<Mark> c(new Mark(4));
      b = std::move(c);
    }
    return x + log_;
  }
};
