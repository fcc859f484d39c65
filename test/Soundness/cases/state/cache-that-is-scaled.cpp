// AIM: A table that each call scales, behind a view, is another one in the next call.
// EXPECT: refused
// ARGS: --input=x=2x4
// INPUT: torch::randn({2, 4})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::shared_ptr<torch::Tensor> table;
  torch::Tensor forward(torch::Tensor x) {
    if (!table) table = std::make_shared<torch::Tensor>(torch::arange(4).to(torch::kFloat));
    auto y = x + *table;
    table->view({2, 2})[0].mul_(0.5);
    return y;
  }
};
