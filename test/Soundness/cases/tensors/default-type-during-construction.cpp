// AIM: set_default_dtype in the constructor makes the layers after it double.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear single{3, 3}, exact{nullptr};
  Net() {
    register_module("single", single);
    torch::set_default_dtype(caffe2::TypeMeta::Make<double>());
    exact = register_module("exact", torch::nn::Linear(3, 3));
    torch::set_default_dtype(caffe2::TypeMeta::Make<float>());
  }
  torch::Tensor forward(torch::Tensor x) { return exact(single(x).to(torch::kDouble)); }
};
