// Registered names and parameters that are keywords of Python's, or attributes of its modules: keys of
// the state stay. LibTorch itself cannot read the archive that torch::save writes of them, nor torch.fx
// replace a child called "training".
// ROOT: Net()
// INPUT: 2x4
// INPUT: 2x4
// INPUT: 2x4
// CHECKS: abg
// LIVE: not, for what is saved is read again there
#include <torch/torch.h>
struct BlockImpl : torch::nn::Module {
  BlockImpl() { training = register_module("training", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) { return training(x); }
  torch::nn::Linear training{nullptr};
};
TORCH_MODULE(Block);

struct NetImpl : torch::nn::Module {
  torch::nn::Linear a{nullptr}, b{nullptr}, c{nullptr}, d{nullptr}, e{nullptr}, f{nullptr},
      g{nullptr};
  Block h;
  torch::Tensor w, v, u;
  NetImpl() {
    a = register_module("in", torch::nn::Linear(4, 4));
    b = register_module("lambda", torch::nn::Linear(4, 4));
    c = register_module("_modules", torch::nn::Linear(4, 4));
    d = register_module("training", torch::nn::Linear(4, 4));
    e = register_module("forward", torch::nn::Linear(4, 4));
    f = register_module("_call_impl", torch::nn::Linear(4, 4));
    g = register_module("a-b", torch::nn::Linear(4, 4));
    h = register_module("yield", Block());
    w = register_parameter("_parameters", torch::ones({4}));
    v = register_parameter("def", torch::ones({4}));
    u = register_buffer("_buffers", torch::ones({4}));
  }
  torch::Tensor forward(torch::Tensor in, torch::Tensor lambda, torch::Tensor def) {
    auto None = a->forward(in) + lambda * def;
    return h(g(f(e(d(c(b(None))))))) + w * v * u;
  }
};
TORCH_MODULE(Net);
