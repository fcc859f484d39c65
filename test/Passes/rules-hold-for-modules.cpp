// What a module of LibTorch's is, in the words of operators: rules that compute the same another way are
// applied to modules, methods and F::, and the result is run beside the original in both modes.
// REQUIRES: libtorch
// RUN: fx-clang-trace %s --input x=3x6 --rules=decompositions --verify -- 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// CHECK: eval: output: 3x6
// CHECK: train: output: 3x6
// REMARK-DAG: 1 of torch.nn.functional.silu, 1 of torch::nn::SiLU
// REMARK-DAG: 1 of torch::nn::Mish
// REMARK-DAG: 1 of torch.nn.functional.log_softmax, 1 of torch::nn::LogSoftmax
// REMARK-DAG: 1 of .softmax(), 1 of torch::nn::Softmax
// REMARK-DAG: 1 of torch::nn::LeakyReLU
#include <torch/torch.h>
namespace F = torch::nn::functional;
struct NetImpl : torch::nn::Module {
  NetImpl() {
    register_module("fc", fc);
    register_module("seq", seq);
    register_module("leaky", leaky);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = leaky(fc(x));
    x = seq->forward(x);
    x = F::silu(x) + x.softmax(1) + F::log_softmax(x, 1);
    return x;
  }
  torch::nn::Linear fc{6, 6};
  torch::nn::LeakyReLU leaky{torch::nn::LeakyReLUOptions().negative_slope(0.2).inplace(true)};
  torch::nn::Sequential seq{torch::nn::SiLU(), torch::nn::Linear(6, 6), torch::nn::Mish(),
                            torch::nn::Softmax(1),
                            torch::nn::LogSoftmax(torch::nn::LogSoftmaxOptions(1))};
};
TORCH_MODULE(Net);
