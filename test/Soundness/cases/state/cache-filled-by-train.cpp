// AIM: What train() empties between calls is made anew, with other values than the first time.
// EXPECT: equal or refused
// ARGS: --input=x=2x4
// INPUT: torch::randn({2, 4})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor table;
  bool again = false;
  void train(bool on) override {
    torch::nn::Module::train(on);
    if (table.defined()) again = true;
    table = torch::Tensor();
  }
  torch::Tensor forward(torch::Tensor x) {
    if (!table.defined()) table = again ? torch::zeros({4}) : torch::ones({4});
    return x * table;
  }
};
