// AIM: Bases come before members, members in declared order, and destruction is the reverse.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

static std::string order;
struct Tag {
  std::string name;
  explicit Tag(std::string name) : name(std::move(name)) { order += this->name; }
  ~Tag() { order += this->name; }
};
struct Base {
  Tag base{"b"};
};
struct Model : Base {
  Tag second, first;
  Model() : first("1"), second("2") { order += "m"; }
  ~Model() { order += "M"; }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    order.clear();
    {
      Model model;
    }
    return order == "b21mM12b" ? x * 2 : x * 3;
  }
};
