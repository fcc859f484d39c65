// AIM: goto backwards leaves the scopes in between and destroys their locals.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Count {
  int& n;
  ~Count() { n += 10; }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int ended = 0, attempt = 0;
  again: {
    Count count{ended};
    x = x * 2;
    if (++attempt < 3) goto again;
  }
    return x + ended;
  }
};
