// A module that is used and was never registered is no part of the model. The fix passes what makes it through register_module.
// RUN: fx-clang-check --checks=module-not-registered %s -- 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: cp %s %t.cpp && fx-clang-check --checks=module-not-registered --fix --quiet %t.cpp -- >/dev/null 2>&1
// RUN: FileCheck %s --check-prefix=FIXED < %t.cpp
// RUN: %torch-cxx -std=c++17 -isystem /usr/include/torch/csrc/api/include -Wno-deprecated-declarations -O0 -c %t.cpp -o %t.o
// RUN: fx-clang-check --checks=module-not-registered %t.cpp -- 2>&1 | count 0
#include <torch/torch.h>

#include <memory>
#include <vector>

struct BlockImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x; }
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  Net(int64_t in, torch::nn::Linear given) : second(in, 4), given(given) {
    first = torch::nn::Linear(torch::nn::LinearOptions(in, 4).bias(false));
    good = register_module("good", torch::nn::Linear(4, 4));
    register_module("declared", declared);
    for (int i = 0; i < 3; ++i) {
      many.push_back(torch::nn::Linear(4, 4));
      good_ones.push_back(register_module("good" + std::to_string(i), torch::nn::Linear(4, 4)));
      torch::nn::Linear other(4, 4);
      others.push_back(other);
      register_module("other" + std::to_string(i), other);
    }
    own = std::make_shared<BlockImpl>();
    for (auto& [name, module] : {std::pair("listed", listed)})
      register_module(name, module);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = third(second(first(x)));
    x = relu(good(declared(listed(given(x)))));
    for (auto& layer : many)
      x = layer(x);
    for (auto& layer : good_ones)
      x = layer(x);
    for (auto& layer : others)
      x = layer(x);
    return own->forward(function(sequential->forward(x)));
  }
  torch::nn::Linear first{nullptr}, second;
  torch::nn::Linear third{4, 4};
  torch::nn::Linear given, good{nullptr}, declared{4, 4}, listed{4, 4};
  torch::nn::ReLU relu;
  torch::nn::Functional function{torch::tanh};
  torch::nn::Sequential sequential;
  std::vector<torch::nn::Linear> many, good_ones, others;
  std::shared_ptr<BlockImpl> own;
  torch::nn::Linear never_made{nullptr};
};

// CHECK: :[[@LINE-37]]:46: warning: the module 'second' is used and never registered: parameters() and save() leave it out, and to(), train() and eval() do not reach it [module-not-registered]
// CHECK: note: it is used here
// CHECK: warning: the module 'first' is used
// CHECK: warning: the module 'many' is used
// CHECK: warning: the module 'own' is used
// CHECK: warning: the module 'third' is used
// CHECK: warning: the module 'sequential' is used

// FIXED: second(register_module("second", torch::nn::Linear(in, 4)))
// FIXED: first = register_module("first", torch::nn::Linear(torch::nn::LinearOptions(in, 4).bias(false)));
// FIXED: many.push_back(register_module("many" + std::to_string(many.size()), torch::nn::Linear(4, 4)));
// FIXED: own = register_module("own", std::make_shared<BlockImpl>());
// FIXED: torch::nn::Linear third{register_module("third", torch::nn::Linear(4, 4))};
// FIXED: torch::nn::Sequential sequential{register_module("sequential", torch::nn::Sequential())};
