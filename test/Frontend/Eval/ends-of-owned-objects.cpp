// What a container or smart pointer owns is destroyed with it: with the last owner, by delete, by
// reset, at the end of the scope, and in the order of the standard library.
// RUN: fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include "Inputs/Written.h"

#include <torch/torch.h>

struct Holder {
  Named first{1};
  Named others[2] = {Named(2), Named(3)};
};

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    {
      std::vector<Named> objects;
      objects.reserve(2);
      objects.emplace_back(1);
      objects.emplace_back(2);
    }
    // CHECK: operator.add](args = (%x, 12), kwargs = {})
    x = x + take();
    {
      auto first = std::make_shared<Named>(1);
      auto second = first;
      first.reset();
      write(2);
    }
    // CHECK: operator.add](args = (%add, 21), kwargs = {})
    x = x + take();
    Named* object = new Named(3);
    delete object;
    auto* array = new Named[2]{Named(4), Named(5)};
    delete[] array;
    // CHECK: operator.add](args = (%add_1, 354), kwargs = {})
    x = x + take();
    {
      Holder holder;
    }
    // CHECK: operator.add](args = (%add_2, 321), kwargs = {})
    x = x + take();
    Named(5), write(3);
    // CHECK: operator.add](args = (%add_3, 35), kwargs = {})
    x = x + take();
    return x;
  }
};
