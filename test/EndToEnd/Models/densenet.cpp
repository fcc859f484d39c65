// DenseNet: layers that are Sequentials themselves (derived from SequentialImpl) and concatenate.
// ROOT: DenseNetImpl(8, {2, 3, 2}, 12, 2, 0.1, 10)
// INPUT: 2x3x32x32
#include <torch/torch.h>

using Options = torch::nn::Conv2dOptions;

struct DenseLayerImpl : torch::nn::SequentialImpl {
  DenseLayerImpl(int64_t num_input_features, int64_t growth_rate, int64_t bn_size, double drop_rate)
      : drop_rate(drop_rate) {
    push_back("norm1", torch::nn::BatchNorm2d(num_input_features));
    push_back("relu1", torch::nn::Functional(torch::relu));
    push_back("conv1",
              torch::nn::Conv2d(Options(num_input_features, bn_size * growth_rate, 1).bias(false)));
    push_back("norm2", torch::nn::BatchNorm2d(bn_size * growth_rate));
    push_back("relu2", torch::nn::Functional(torch::relu));
    push_back("conv2", torch::nn::Conv2d(
                           Options(bn_size * growth_rate, growth_rate, 3).padding(1).bias(false)));
  }

  torch::Tensor forward(torch::Tensor x) {
    auto new_features = torch::nn::SequentialImpl::forward(x);
    if (drop_rate > 0) new_features = torch::dropout(new_features, drop_rate, is_training());
    return torch::cat({x, new_features}, 1);
  }

  double drop_rate;
};
TORCH_MODULE(DenseLayer);

struct DenseBlockImpl : torch::nn::SequentialImpl {
  DenseBlockImpl(int64_t num_layers, int64_t num_input_features, int64_t bn_size,
                 int64_t growth_rate, double drop_rate) {
    for (int64_t i = 0; i < num_layers; ++i) {
      DenseLayer layer(num_input_features + i * growth_rate, growth_rate, bn_size, drop_rate);
      push_back("denselayer" + std::to_string(i + 1), layer);
    }
  }
  torch::Tensor forward(torch::Tensor x) { return torch::nn::SequentialImpl::forward(x); }
};
TORCH_MODULE(DenseBlock);

struct TransitionImpl : torch::nn::SequentialImpl {
  TransitionImpl(int64_t in, int64_t out) {
    push_back("norm", torch::nn::BatchNorm2d(in));
    push_back("relu", torch::nn::ReLU());
    push_back("conv", torch::nn::Conv2d(Options(in, out, 1).stride(1).bias(false)));
    push_back("pool", torch::nn::AvgPool2d(torch::nn::AvgPool2dOptions(2).stride(2)));
  }
  torch::Tensor forward(torch::Tensor x) { return torch::nn::SequentialImpl::forward(x); }
};
TORCH_MODULE(Transition);

struct DenseNetImpl : torch::nn::Module {
  DenseNetImpl(int64_t growth_rate, const std::vector<int64_t>& block_config, int64_t init_features,
               int64_t bn_size, double drop_rate, int64_t num_classes) {
    features = torch::nn::Sequential();
    features->push_back("conv0",
                        torch::nn::Conv2d(Options(3, init_features, 3).padding(1).bias(false)));
    features->push_back("norm0", torch::nn::BatchNorm2d(init_features));
    features->push_back("relu0", torch::nn::ReLU(torch::nn::ReLUOptions().inplace(true)));

    auto num_features = init_features;
    for (size_t i = 0; i < block_config.size(); ++i) {
      auto num_layers = block_config[i];
      features->push_back("denseblock" + std::to_string(i + 1),
                          DenseBlock(num_layers, num_features, bn_size, growth_rate, drop_rate));
      num_features = num_features + num_layers * growth_rate;
      if (i != block_config.size() - 1) {
        features->push_back("transition" + std::to_string(i + 1),
                            Transition(num_features, num_features / 2));
        num_features = num_features / 2;
      }
    }
    features->push_back("norm_last", torch::nn::BatchNorm2d(num_features));
    classifier = torch::nn::Linear(num_features, num_classes);

    register_module("features", features);
    register_module("classifier", classifier);
  }

  torch::Tensor forward(torch::Tensor x) {
    auto f = features->forward(x);
    auto out = torch::relu_(f);
    out = torch::adaptive_avg_pool2d(out, {1, 1});
    out = out.view({f.size(0), -1});
    return classifier->forward(out);
  }

  torch::nn::Sequential features{nullptr};
  torch::nn::Linear classifier{nullptr};
};
TORCH_MODULE(DenseNet);
