// A weight of a LibTorch module that is given another tensor: the module computes with that one, and
// its state dict keeps its own. What is not known is refused.
// RUN: fx-clang-trace %s --root=Tied -- | FileCheck %s
// RUN: fx-clang-trace %s --root=Chain -- 2>/dev/null | FileCheck %s --check-prefix=CHAIN
// RUN: fx-clang-trace %s --root=Initialised -- | FileCheck %s --check-prefix=INIT
// RUN: not fx-clang-trace %s --root=Scaled -- 2>&1 | FileCheck %s --check-prefix=SCALED
// RUN: not fx-clang-trace %s --root=Conv -- 2>&1 | FileCheck %s --check-prefix=CONV
// RUN: not fx-clang-trace %s --root=InForward -- 2>&1 | FileCheck %s --check-prefix=FORWARD
#include <torch/torch.h>

using torch::Tensor;

struct TiedImpl : torch::nn::Module {
  TiedImpl() {
    embedding = register_module("embedding", torch::nn::Embedding(10, 4));
    decoder = register_module("decoder", torch::nn::Linear(4, 10));
    decoder->weight = embedding->weight;
  }
  // CHECK: decoder: torch::nn::Linear(in_features = 4, out_features = 10)
  // CHECK: %embedding : {{.*}}call_module[target=embedding](args = (%x,)
  // CHECK-NEXT: %embedding_weight : {{.*}}get_attr[target=embedding.weight]
  // CHECK-NEXT: %decoder_bias : {{.*}}get_attr[target=decoder.bias]
  // CHECK-NEXT: torch._C._nn.linear](args = (%embedding, %embedding_weight, %decoder_bias)
  // CHECK-NEXT: operator.mul](args = (%linear, %embedding_weight)
  Tensor forward(Tensor x) { return decoder(embedding(x)) * decoder->weight; }
  torch::nn::Embedding embedding{nullptr};
  torch::nn::Linear decoder{nullptr};
};
TORCH_MODULE(Tied);

static void tie(torch::nn::Linear& a, torch::nn::Linear& b) {
  a->weight = b->weight;
  a->bias = Tensor();
}
struct ChainImpl : torch::nn::Module {
  ChainImpl() {
    shared = register_parameter("shared", torch::randn({4, 4}));
    for (int i = 0; i < 3; ++i)
      layers.push_back(register_module("fc" + std::to_string(i), torch::nn::Linear(4, 4)));
    layers[0]->weight = shared;
    tie(layers[1], layers[0]);
    embedding = register_module(
        "embedding", torch::nn::Embedding(torch::nn::EmbeddingOptions(4, 4).padding_idx(1)));
    embedding->weight = layers[2]->weight;
  }
  // CHAIN: %embedding : {{.*}}torch.nn.functional.embedding](args = (%x, %fc2_weight), kwargs = {padding_idx: 1, max_norm: None, norm_type: 2.0, scale_grad_by_freq: False, sparse: False})
  // CHAIN: torch._C._nn.linear](args = (%embedding, %shared, %fc0_bias)
  // CHAIN: torch._C._nn.linear](args = (%linear, %shared)
  // CHAIN: call_module[target=fc2](args = (%linear_1,)
  Tensor forward(Tensor x) {
    x = embedding(x);
    for (auto& layer : layers)
      x = layer(x);
    return x;
  }
  Tensor shared;
  torch::nn::Embedding embedding{nullptr};
  std::vector<torch::nn::Linear> layers;
};
TORCH_MODULE(Chain);

// Its own tensor with other values.
struct InitialisedImpl : torch::nn::Module {
  InitialisedImpl() {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    fc->weight = torch::nn::init::xavier_normal_(fc->weight);
    fc->weight.data().mul_(0.5);
  }
  // INIT: call_module[target=fc]
  Tensor forward(Tensor x) { return fc(x); }
  torch::nn::Linear fc{nullptr};
};
TORCH_MODULE(Initialised);

struct ScaledImpl : torch::nn::Module {
  ScaledImpl() {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    // SCALED: tied-weights.cpp:[[@LINE+1]]:{{[0-9]+}}: error: gradients of this tensor flow into the 'weight' of a 'torch::nn::Linear', from which the constructor computes it
    fc->weight = fc->weight * 0.5;
  }
  Tensor forward(Tensor x) { return fc(x); }
  torch::nn::Linear fc{nullptr};
};
TORCH_MODULE(Scaled);

struct ConvImpl : torch::nn::Module {
  ConvImpl() {
    const auto options =
        torch::nn::Conv1dOptions(4, 4, 3).padding(1).padding_mode(torch::kCircular);
    a = register_module("a", torch::nn::Conv1d(options));
    b = register_module("b", torch::nn::Conv1d(options));
    b->weight = a->weight;
  }
  // CONV: tied-weights.cpp:[[@LINE+1]]:{{[0-9]+}}: error: a call of the 'torch::nn::Conv1d' module 'b', of which a tensor was replaced
  Tensor forward(Tensor x) { return b(a(x)); }
  torch::nn::Conv1d a{nullptr}, b{nullptr};
};
TORCH_MODULE(Conv);

struct InForwardImpl : torch::nn::Module {
  InForwardImpl() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  Tensor forward(Tensor x) {
    // FORWARD: tied-weights.cpp:[[@LINE+1]]:{{[0-9]+}}: error: forward replaces a tensor of a module
    fc->weight = x;
    return fc(x);
  }
  torch::nn::Linear fc{nullptr};
};
TORCH_MODULE(InForward);
