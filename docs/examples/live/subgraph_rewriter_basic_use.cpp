// Replaces a few operators by others wherever they stand together.
#include <torch/torch.h>

#include <fx/fx.h>

#include <iostream>

struct MImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Tensor w1, torch::Tensor w2) {
    const torch::Tensor m1 = torch::cat({torch::neg(w1), w2}).sum();
    const torch::Tensor m2 = torch::cat({torch::neg(w1), w2}).sum();
    return x + torch::max(m1) + torch::max(m2);
  }
};
TORCH_MODULE(M);

// Names do not matter: what counts is which value goes where.
torch::Tensor pattern(torch::Tensor a1, torch::Tensor a2) {
  return torch::cat({torch::neg(a1), a2}).sum();
}
torch::Tensor replacement(torch::Tensor w1, torch::Tensor w2) {
  return torch::stack({w1, w2});
}

int main() {
  M m;
  fx::GraphModule traced = fx::symbolic_trace(m, {.input_names = {"x", "w1", "w2"}});
  std::cout << fx::replace_pattern(traced, pattern, replacement).size() << " matches\n"
            << traced->forward_code();

  const torch::Tensor x = torch::randn(3), w1 = torch::randn(3), w2 = torch::randn(3);
  const torch::Tensor most = torch::max(torch::stack({w1, w2}));
  TORCH_CHECK(torch::equal(traced->forward(x, w1, w2), x + most + most));
}

// Prints:
// 2 matches
// def forward(self, x, w1, w2):
//     stack = torch.stack([w1, w2])
//     stack_1 = torch.stack([w1, w2]);  w1 = w2 = None
//     max_1 = torch.max(stack);  stack = None
//     add = torch.add(x, max_1);  x = max_1 = None
//     max_2 = torch.max(stack_1);  stack_1 = None
//     add_1 = torch.add(add, max_2);  add = max_2 = None
//     return add_1
