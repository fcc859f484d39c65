// GoogLeNet's idea: classes declared in a header, defined here, in namespaces; an auxiliary head that
// only training uses.
// ROOT: zoo::GoogLeNet(7, true)
// INPUT: 2x3x32x32
#include "inception_blocks.h"

#include <tuple>

namespace blocks {

BasicConv2dImpl::BasicConv2dImpl(torch::nn::Conv2dOptions options, double std_dev) {
  options.bias(false);
  conv = torch::nn::Conv2d(options);
  bn = torch::nn::BatchNorm2d(torch::nn::BatchNormOptions(options.out_channels()).eps(0.001));

  register_module("conv", conv);
  register_module("bn", bn);

  torch::nn::init::normal_(conv->weight, 0, std_dev);
  torch::nn::init::ones_(bn->weight);
  torch::nn::init::zeros_(bn->bias);
}

torch::Tensor BasicConv2dImpl::forward(torch::Tensor x) {
  x = conv->forward(x);
  x = bn->forward(x);
  return x.relu_();
}

InceptionImpl::InceptionImpl(int64_t in_channels, int64_t c1, std::pair<int64_t, int64_t> c3,
                             std::pair<int64_t, int64_t> c5, int64_t pooled) {
  using Options = torch::nn::Conv2dOptions;
  out_channels_ = c1 + c3.second + c5.second + pooled;
  branch1 = BasicConv2d(Options(in_channels, c1, 1));
  branch2->push_back(BasicConv2d(Options(in_channels, c3.first, 1)));
  branch2->push_back(BasicConv2d(Options(c3.first, c3.second, {1, 3}).padding({0, 1})));
  branch2->push_back(BasicConv2d(Options(c3.second, c3.second, {3, 1}).padding({1, 0})));
  branch3->push_back(BasicConv2d(Options(in_channels, c5.first, 1)));
  branch3->push_back(BasicConv2d(Options(c5.first, c5.second, 5).padding(2), /*std_dev=*/0.05));
  branch4->push_back(
      torch::nn::MaxPool2d(torch::nn::MaxPool2dOptions(3).stride(1).padding(1).ceil_mode(true)));
  branch4->push_back(BasicConv2d(Options(in_channels, pooled, 1)));

  register_module("branch1", branch1);
  register_module("branch2", branch2);
  register_module("branch3", branch3);
  register_module("branch4", branch4);
}

std::vector<torch::Tensor> InceptionImpl::branches(const torch::Tensor& x) {
  std::vector<torch::Tensor> outputs{branch1(x), branch2->forward(x), branch3->forward(x)};
  outputs.emplace_back(branch4->forward(x));
  return outputs;
}

torch::Tensor InceptionImpl::forward(const torch::Tensor& x) {
  return torch::cat(branches(x), 1);
}

} // namespace blocks

namespace zoo {

struct GoogLeNetOutput {
  torch::Tensor output;
  torch::Tensor aux;
};

class GoogLeNetImpl : public torch::nn::Module {
public:
  GoogLeNetImpl(int64_t num_classes = 1000, bool aux_logits = true, bool transform_input = true)
      : aux_logits(aux_logits), transform_input(transform_input) {
    stem = blocks::BasicConv2d(torch::nn::Conv2dOptions(3, 8, 7).stride(2).padding(3));
    inception1 = blocks::Inception(8, 4, std::make_pair(4, 8), std::make_pair(2, 4), 4);
    auto channels = inception1->out_channels();
    inception2 = blocks::Inception(channels, 6, std::make_pair(6, 12), std::make_pair(2, 4), 4);
    channels = inception2->out_channels();
    if (aux_logits) {
      aux = torch::nn::Linear(channels, num_classes);
      register_module("aux", aux);
    }
    dropout = torch::nn::Dropout(0.2);
    fc = torch::nn::Linear(channels, num_classes);

    register_module("stem", stem);
    register_module("inception1", inception1);
    register_module("inception2", inception2);
    register_module("dropout", dropout);
    register_module("fc", fc);
  }

  torch::Tensor forward(torch::Tensor x) {
    auto result = outputs(x);
    return is_training() && aux_logits ? result.output + 0.3 * result.aux : result.output;
  }

private:
  GoogLeNetOutput outputs(torch::Tensor x) {
    if (transform_input) {
      auto red = torch::unsqueeze(x.select(1, 0), 1) * (0.229 / 0.5) + (0.485 - 0.5) / 0.5;
      auto green = torch::unsqueeze(x.select(1, 1), 1) * (0.224 / 0.5) + (0.456 - 0.5) / 0.5;
      auto blue = torch::unsqueeze(x.select(1, 2), 1) * (0.225 / 0.5) + (0.406 - 0.5) / 0.5;
      x = torch::cat({red, green, blue}, 1);
    }
    x = stem(x);
    x = torch::max_pool2d(x, 3, 2, 0, 1, true);
    x = inception2(inception1(x));
    x = x.mean({2, 3});
    GoogLeNetOutput result;
    if (is_training() && aux_logits) result.aux = aux(x);
    result.output = fc(dropout(x));
    return result;
  }

  bool aux_logits, transform_input;
  blocks::BasicConv2d stem{nullptr};
  blocks::Inception inception1{nullptr}, inception2{nullptr};
  torch::nn::Dropout dropout{nullptr};
  torch::nn::Linear aux{nullptr}, fc{nullptr};
};
TORCH_MODULE(GoogLeNet);

} // namespace zoo
