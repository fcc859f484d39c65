#pragma once

#include <torch/torch.h>

#include <utility>
#include <vector>

namespace blocks {

// Convolution, batch norm, ReLU: what every branch is made of.
class BasicConv2dImpl : public torch::nn::Module {
public:
  explicit BasicConv2dImpl(torch::nn::Conv2dOptions options, double std_dev = 0.1);
  torch::Tensor forward(torch::Tensor x);

private:
  torch::nn::Conv2d conv{nullptr};
  torch::nn::BatchNorm2d bn{nullptr};
};
TORCH_MODULE(BasicConv2d);

class InceptionImpl : public torch::nn::Module {
public:
  InceptionImpl(int64_t in_channels, int64_t c1, std::pair<int64_t, int64_t> c3,
                std::pair<int64_t, int64_t> c5, int64_t pooled);
  torch::Tensor forward(const torch::Tensor& x);
  int64_t out_channels() const { return out_channels_; }

private:
  std::vector<torch::Tensor> branches(const torch::Tensor& x);

  int64_t out_channels_ = 0;
  BasicConv2d branch1{nullptr};
  torch::nn::Sequential branch2, branch3, branch4;
};
TORCH_MODULE(Inception);

} // namespace blocks
