// A fix-it is text of the file: where a macro writes the code there is none.
// RUN: not fx-clang-trace %s --root=Plain --emit=json -- 2>/dev/null | FileCheck %s
// RUN: not fx-clang-trace %s --root=Written --emit=json -- 2>/dev/null | FileCheck %s --check-prefix=MACRO --implicit-check-not=fixits
#include <torch/torch.h>

#define END(pointer) delete pointer

struct PlainImpl : torch::nn::Module {
  int* numbers = new int[3];
  PlainImpl() {
    // CHECK: "id": "delete-of-an-array"
    // CHECK: "fixits": [
    delete numbers;
  }
  torch::Tensor forward(torch::Tensor x) { return x; }
};
TORCH_MODULE(Plain);

struct WrittenImpl : torch::nn::Module {
  WrittenImpl() {
    int* numbers = new int[3];
    // MACRO: "id": "delete-of-an-array"
    END(numbers);
  }
  torch::Tensor forward(torch::Tensor x) { return x; }
};
TORCH_MODULE(Written);
