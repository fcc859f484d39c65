// Options that only forward reads are what the constructor left them at; others, and changes in
// forward, are errors.
// RUN: fx-clang-trace %s --root=Set -- | FileCheck %s
// RUN: not fx-clang-trace %s --root=Both -- 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not fx-clang-trace %s --root=InForward -- 2>&1 | FileCheck %s --check-prefix=FORWARD
#include <torch/torch.h>

struct Set : torch::nn::Module {
  torch::nn::Dropout drop{0.1};
  torch::nn::Conv2d conv{torch::nn::Conv2dOptions(3, 3, 3)};
  torch::nn::Embedding table{torch::nn::EmbeddingOptions(9, 3)};
  torch::nn::BatchNorm2d norm{3};
  torch::nn::NLLLoss loss;
  Set() {
    register_module("drop", drop);
    register_module("conv", conv);
    // CHECK: drop: torch::nn::Dropout(p = 0.5)
    drop->options.p(0.5);
    // CHECK: conv: torch::nn::Conv2d(in_channels = 3, out_channels = 3, kernel_size = 3) {padding = 1}
    conv->options.padding(1).out_channels(7);
    register_module("table", table);
    // CHECK: table: torch::nn::Embedding(num_embeddings = 9, embedding_dim = 3) {max_norm = 2.0}
    table->options.max_norm(2).num_embeddings(5);
    register_module("norm", norm);
    // CHECK: norm: torch::nn::BatchNorm2d(num_features = 3) {eps = 0.5}
    norm->options.eps(0.5).num_features(4);
    register_module("loss", loss);
    // CHECK: loss: torch::nn::NLLLoss() {ignore_index = 2}
    loss->options.ignore_index(2);
  }
  torch::Tensor forward(torch::Tensor x, torch::Tensor i) {
    return loss(drop(norm(conv(x))), i) + table(i);
  }
};

struct Both : torch::nn::Module {
  torch::nn::LayerNorm norm{torch::nn::LayerNormOptions({3})};
  Both() {
    register_module("norm", norm);
    // BOTH: error: the option 'normalized_shape' of 'torch::nn::LayerNorm' is changed after
    norm->options.normalized_shape({4});
  }
  torch::Tensor forward(torch::Tensor x) { return norm(x); }
};

struct InForward : torch::nn::Module {
  torch::nn::Softmax soft{1};
  InForward() { register_module("soft", soft); }
  torch::Tensor forward(torch::Tensor x) {
    soft->options.dim(0);
    // FORWARD: :[[#@LINE+1]]:{{[0-9]+}}: error: the option 'dim' of 'torch::nn::Softmax' is changed after the module was made, by forward
    return soft(x);
  }
};
