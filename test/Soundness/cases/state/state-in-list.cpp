// AIM: Each module of a list has a number and a tensor of its own.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct CellImpl : torch::nn::Module {
  int n;
  torch::Tensor h = torch::ones({3});
  CellImpl(int start) : n(start) {}
  torch::Tensor forward(torch::Tensor x) {
    h = h * 0.5 + n;
    ++n;
    return x * h;
  }
};
TORCH_MODULE(Cell);
struct Net : torch::nn::Module {
  torch::nn::ModuleList list;
  Net() {
    for (int i = 0; i < 3; ++i)
      list->push_back(Cell(i));
    register_module("list", list);
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto& m : *list)
      x = m->as<Cell>()->forward(x);
    return x;
  }
};
