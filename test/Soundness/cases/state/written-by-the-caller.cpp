// AIM: A caller may write to what forward returns of the state.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct CellImpl : torch::nn::Module {
  torch::Tensor hidden = torch::ones({3});
  torch::Tensor forward() { return hidden = hidden * 0.5 + 1; }
};
TORCH_MODULE(Cell);
struct Net : torch::nn::Module {
  Cell cell;
  Net() { register_module("cell", cell); }
  torch::Tensor forward(torch::Tensor x) {
    auto h = cell->forward();
    h.mul_(2);
    return x * h;
  }
};
