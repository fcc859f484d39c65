// AIM: A range-for over a user's linked list follows the iterator's pointers.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Stage {
  double scale;
  Stage* next;
};
struct Stages {
  Stage* head = nullptr;
  struct Iterator {
    Stage* at;
    Stage& operator*() const { return *at; }
    Iterator& operator++() {
      at = at->next;
      return *this;
    }
    friend bool operator!=(Iterator a, Iterator b) { return a.at != b.at; }
  };
  Iterator begin() const { return {head}; }
  Iterator end() const { return {nullptr}; }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Stage last{3, nullptr}, first{0.5, &last};
    Stages stages{&first};
    for (auto& stage : stages)
      stage.scale += 1;
    for (const auto& stage : stages)
      x = x * stage.scale + 1;
    return x;
  }
};
