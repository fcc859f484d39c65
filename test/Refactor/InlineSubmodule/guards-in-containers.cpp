// What a container holds decides whether it is a guard; a container of tensors is a variable like others.
// RUN: not fx-clang-trace %s --root=Guarded '--refactor=inline-submodule<target=block>' -- -std=c++20 2>&1 | FileCheck %s --check-prefix=GUARDED
// RUN: %fx-clang-trace %s --root=Plain '--refactor=inline-submodule<target=block>' -- -std=c++20 2>%t.err | FileCheck %s --check-prefix=PLAIN
// GUARDED: {{.*}}:13:5: error: 'guard' in forward cannot become a variable of the model's: it is a std::optional<c10::InferenceMode>, which would live longer [inline-of-a-guard]
// PLAIN: {{^}}+    std::vector<torch::Tensor> all = {x, x};

#include <torch/torch.h>

#include <optional>

struct GuardImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::optional<c10::InferenceMode> guard;
    return a(x);
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Guard);
struct Guarded : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = block(x);
    return fc(x);
  }
  Guard block{register_module("block", Guard())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct ListImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<torch::Tensor> all = {x, x};
    return a(torch::cat(all, 0));
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(List);
struct Plain : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = block(x);
    return fc(x);
  }
  List block{register_module("block", List())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};
