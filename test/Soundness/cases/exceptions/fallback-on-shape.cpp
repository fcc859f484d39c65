// AIM: A shape check throws an exception of the user's, and the caller takes another layer.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct BadShape : std::invalid_argument {
  int64_t wanted;
  BadShape(int64_t wanted) : std::invalid_argument("shape"), wanted(wanted) {}
};
struct Net : torch::nn::Module {
  torch::nn::Linear wide{5, 2}, narrow{3, 2};
  Net() {
    register_module("wide", wide);
    register_module("narrow", narrow);
  }
  torch::Tensor through(torch::nn::Linear& layer, const torch::Tensor& x) {
    auto wanted = layer->options.in_features();
    if (x.size(-1) != wanted) throw BadShape(wanted);
    return layer(x);
  }
  torch::Tensor forward(torch::Tensor x) {
    try {
      return through(wide, x);
    } catch (const BadShape& error) {
      return through(narrow, x) * double(error.wanted);
    }
  }
};
