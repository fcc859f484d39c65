// What a layer multiplies and adds: by places of the output, by rows, by steps of a sequence.
// RUN: %fx-clang-trace %s --input x=2x5x8 --emit=summary --columns=num_params,kernel_size,mult_adds -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::LSTM lstm =
      register_module("lstm", torch::nn::LSTM(torch::nn::LSTMOptions(8, 4).batch_first(true)));
  torch::nn::MultiheadAttention heads =
      register_module("heads", torch::nn::MultiheadAttention(4, 2));
  torch::nn::Linear fc = register_module("fc", torch::nn::Linear(4, 6));
  torch::nn::ConvTranspose2d up = register_module(
      "up", torch::nn::ConvTranspose2d(torch::nn::ConvTranspose2dOptions(2, 3, {2, 4})));
  torch::nn::MaxPool2d pool = register_module("pool", torch::nn::MaxPool2d(2));
  torch::nn::Conv1d unbatched = register_module("unbatched", torch::nn::Conv1d(9, 2, 3));
  torch::Tensor forward(torch::Tensor x) {
    x = std::get<0>(lstm(x));
    x = fc(std::get<0>(heads(x, x, x)));
    x = pool(up(x.unsqueeze(0)));
    return unbatched(x.reshape({9, -1}));
  }
};
// 192 weights and 32 biases times 2 x 5 steps:
// CHECK: LSTM (lstm): 1-1               224 -- 2,240
// CHECK: MultiheadAttention (heads): 1-2 80 -- 800
// torchinfo counts a Linear once for each row, however many steps a row has:
// CHECK: Linear (fc): 1-3                30 -- 60
// 51 times 6 x 9 places of one image:
// CHECK: ConvTranspose2d (up): 1-4       51 [2, 4] 2,754
// CHECK: MaxPool2d (pool): 1-5           -- [2, 2] --
// 56 times 2 places, without a batch:
// CHECK: Conv1d (unbatched): 1-6         56 [3] 112
