// T() of a class without a constructor of its own has zeros in it, also in its bases and members.
// RUN: fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <optional>
#include <vector>

struct Inner {
  double scale;
  bool on;
};
struct Base {
  int first;
};
struct Sizes : Base {
  int values[2];
  Inner inner;
  int* next;
};
struct Holder {
  Sizes sizes;
  int own = 4;
  Holder() : sizes() {}
};

int sum(const Sizes& s) {
  return s.first + s.values[0] + s.values[1] + static_cast<int>(s.inner.scale) + s.inner.on +
         (s.next ? 100 : 0);
}

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Sizes local = Sizes();
    Sizes* made = new Sizes();
    Sizes* several = new Sizes[2]();
    Holder holder;
    std::optional<Sizes> held{std::in_place};
    std::vector<Sizes> list(2);
    const int all =
        sum(local) + sum(*made) + sum(several[1]) + sum(holder.sizes) + sum(*held) + sum(list[1]);
    delete made;
    delete[] several;
    // CHECK: operator.add](args = (%x, 4), kwargs = {})
    return x + (all + holder.own);
  }
};
