// AIM: typeid and dynamic_cast ask for the class of the object that is there.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <typeinfo>

struct NodeBase {
  virtual ~NodeBase() = default;
};
struct Leaf : NodeBase {};
struct Inner : NodeBase {};
struct DeepInner : Inner {};
struct Net : torch::nn::Module {
  static int kind(const NodeBase& node) {
    if (typeid(node) == typeid(Inner)) return 1;
    if (dynamic_cast<const Inner*>(&node)) return 2;
    return typeid(node) == typeid(Leaf) ? 3 : 4;
  }
  torch::Tensor forward(torch::Tensor x) {
    return x + kind(Inner()) + 10 * kind(DeepInner()) + 100 * kind(Leaf()) +
           1000 * kind(NodeBase());
  }
};
