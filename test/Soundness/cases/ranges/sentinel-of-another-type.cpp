// AIM: The end of a range may be of another type than its begin.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Halving {
  int64_t from;
  struct Stop {};
  struct Iterator {
    int64_t value;
    int64_t operator*() const { return value; }
    Iterator& operator++() {
      value /= 2;
      return *this;
    }
    bool operator!=(Stop) const { return value > 0; }
  };
  Iterator begin() const { return {from}; }
  Stop end() const { return {}; }
};
struct Net : torch::nn::Module {
  torch::nn::Sequential body;
  Net() {
    int64_t in = 3;
    for (auto width : Halving{6}) {
      body->push_back(torch::nn::Linear(in, width));
      in = width;
    }
    register_module("body", body);
  }
  torch::Tensor forward(torch::Tensor x) { return body->forward(x); }
};
