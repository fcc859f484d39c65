// AIM: Arrays, pairs and optionals are exchanged by the swap() of what they hold.
// EXPECT: equal or refused: swap() do something
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

#include <optional>

struct Slot {
  int value = 0;
  int swaps = 0;
  friend void swap(Slot& a, Slot& b) {
    std::swap(a.value, b.value);
    ++a.swaps;
  }
};

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::array<Slot, 2> a{Slot{1}, Slot{2}};
    std::array<Slot, 2> b{Slot{3}, Slot{4}};
    std::swap(a, b);
    std::optional<Slot> c = Slot{5};
    std::optional<Slot> d = Slot{6};
    c.swap(d);
    return x + a[0].value + a[0].swaps * 10 + b[1].swaps * 100 + c->swaps * 1000 + d->value;
  }
};
