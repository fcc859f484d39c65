// An original that does not compute the same twice is no measure: that is said of it, and nothing of the model
// that was generated. What its constructor leaves to chance is not compared as constructed.
// REQUIRES: libtorch
// RUN: not fx-clang-trace %s --root=Unset --verify --input x=2x300 -- 2>&1 | FileCheck %s --check-prefix=UNSET --implicit-check-not=mistake
// RUN: not fx-clang-trace %s --root=Counting --verify --assume='made=1' -- 2>&1 | FileCheck %s --check-prefix=COUNTING --implicit-check-not=mistake
// RUN: fx-clang-trace %s --root=Chance --verify --input x=300 -- 2>&1 | FileCheck %s --check-prefix=CHANCE --implicit-check-not=warning
// RUN: not fx-clang-trace %s --root=Unset --passes=cse --rewrite --verify=eval --input x=2x300 -- 2>&1 | FileCheck %s --check-prefix=UNSET
#include <torch/torch.h>

struct Unset : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor a = x.neg();
    torch::Tensor b = x.neg();
    return a + b + torch::empty({2, 300});
  }
};
// UNSET: error: the original does not compute the same twice: output differs in eval mode [original-unrepeatable]
// UNSET-NEXT: note: it ran twice with the same weights, inputs and seed, the second time on memory that is filled with other bytes

static int made = 0;
struct Counting : torch::nn::Module {
  int number = 0;
  Counting() { number = ++made; }
  torch::Tensor forward(torch::Tensor x) { return x * number; }
};
// COUNTING: error: the original does not compute the same twice: output differs in eval mode [original-unrepeatable]

struct Chance : torch::nn::Module {
  torch::Tensor buffer, parameter;
  Chance() {
    buffer = register_buffer("buffer", torch::empty({300}));
    parameter = register_parameter("parameter", torch::empty({300}));
  }
  torch::Tensor forward(torch::Tensor x) { return x * buffer + parameter; }
};
// CHANCE-NOT: DIFFERENT
// CHANCE: train: the same in 2 calls: 1 input, 1 parameter, 1 buffer
