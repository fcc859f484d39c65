// A number that a global takes from a text before that has its turn is not what the text says later.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s --implicit-check-not=error:
#include <torch/torch.h>

#include <string>

// CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: the use of a global object before its turn is not supported yet [global-object-before-its-turn]
extern std::string text;
static int64_t letters = text.size();
std::string text = "abc";

struct NetImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x + letters; }
};
TORCH_MODULE(Net);
