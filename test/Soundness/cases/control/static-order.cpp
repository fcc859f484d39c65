// AIM: Namespace-scope objects are initialised before main, in their order in the file.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

static int registered = 0;
struct Registrar {
  int place;
  Registrar() : place(++registered) {}
};
static Registrar first, second;
static int total = registered * 10;
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    return x + second.place + first.place * 100 + total + registered * 1000;
  }
};
