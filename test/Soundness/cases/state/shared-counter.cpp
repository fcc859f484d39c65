// AIM: Two children that hold one shared_ptr count together, and from call to call.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  std::shared_ptr<int> uses;
  explicit BlockImpl(std::shared_ptr<int> uses) : uses(std::move(uses)) {}
  torch::Tensor forward(torch::Tensor x) {
    *uses += 1;
    return x * *uses;
  }
};
TORCH_MODULE(Block);
struct Net : torch::nn::Module {
  std::shared_ptr<int> uses = std::make_shared<int>(0);
  Block first{uses}, second{uses};
  Net() {
    register_module("first", first);
    register_module("second", second);
  }
  torch::Tensor forward(torch::Tensor x) { return second(first(x)) + *uses; }
};
