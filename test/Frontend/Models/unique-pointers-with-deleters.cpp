// A unique_ptr with a deleter of its own calls it where its pointer goes.
// RUN: %fx-clang-trace %s --root='Net()' -- | FileCheck %s
#include <memory>
#include <torch/torch.h>

struct Box {
  int value;
};

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int released = 0;
    const auto release = [&released](Box* box) {
      released += box->value;
      delete box;
    };
    {
      std::unique_ptr<Box, decltype(release)> first(new Box{3}, release);
      std::unique_ptr<Box, decltype(release)> second(new Box{40}, release);
      // CHECK: args = (%x, 0)
      x = x + released;
      first.reset();
      // CHECK: args = (%add, 3)
      x = x + released;
      const auto third = std::move(second);
      // CHECK: args = (%add_1, 40)
      if (!second) x = x + third->value;
    }
    // CHECK: args = (%add_2, 43)
    return x + released;
  }
};
