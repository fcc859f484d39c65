// AIM: A block that holds blocks of its own kind, to a depth.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct TreeImpl : torch::nn::Module {
  std::shared_ptr<TreeImpl> left, right;
  torch::nn::Linear leaf{nullptr};
  explicit TreeImpl(int depth) {
    if (depth == 0) {
      leaf = register_module("leaf", torch::nn::Linear(3, 3));
      return;
    }
    left = register_module("left", std::make_shared<TreeImpl>(depth - 1));
    right = depth > 1 ? register_module("right", std::make_shared<TreeImpl>(depth - 2)) : left;
  }
  torch::Tensor forward(torch::Tensor x) {
    return leaf ? leaf(x) : left->forward(x) - right->forward(x.relu());
  }
};
struct Net : torch::nn::Module {
  std::shared_ptr<TreeImpl> tree = std::make_shared<TreeImpl>(2);
  Net() { register_module("tree", tree); }
  torch::Tensor forward(torch::Tensor x) { return tree->forward(x); }
};
