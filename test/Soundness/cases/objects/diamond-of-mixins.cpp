// AIM: A virtual base is one object, constructed by the most derived class with its arguments.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Config {
  int64_t width;
  explicit Config(int64_t width) : width(width) {}
};
struct Encoder : virtual Config {
  Encoder() : Config(4) { width += 1; }
};
struct Decoder : virtual Config {
  Decoder() : Config(6) { width *= 2; }
};
struct Net : torch::nn::Module, Encoder, Decoder {
  torch::nn::Linear fc{nullptr};
  Net() : Config(2) { fc = register_module("fc", torch::nn::Linear(3, width)); }
  torch::Tensor forward(torch::Tensor x) {
    Encoder::width += 0;
    return fc(x) + double(Decoder::width);
  }
};
