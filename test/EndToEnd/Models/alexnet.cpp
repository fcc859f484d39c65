// AlexNet: two long Sequentials built in the member initialisers, pooled to a fixed grid between.
// ROOT: AlexNet(12)
// INPUT: 2x3x64x64
#include <torch/torch.h>

class AlexNetImpl : public torch::nn::Module {
public:
  explicit AlexNetImpl(int64_t num_classes = 1000);
  torch::Tensor forward(torch::Tensor x);

private:
  torch::nn::Sequential features{
      torch::nn::Conv2d(torch::nn::Conv2dOptions(3, 8, 11).stride(4).padding(2)),
      torch::nn::ReLU(torch::nn::ReLUOptions().inplace(true)),
      torch::nn::MaxPool2d(torch::nn::MaxPool2dOptions(3).stride(2)),
      torch::nn::Conv2d(torch::nn::Conv2dOptions(8, 24, 5).padding(2)),
      torch::nn::ReLU(torch::nn::ReLUOptions().inplace(true)),
      torch::nn::MaxPool2d(torch::nn::MaxPool2dOptions(3).stride(2)),
      torch::nn::Conv2d(torch::nn::Conv2dOptions(24, 48, 3).padding(1)),
      torch::nn::ReLU(true),
      torch::nn::Conv2d(torch::nn::Conv2dOptions(48, 32, 3).padding(1)),
      torch::nn::ReLU(true),
      torch::nn::Conv2d(torch::nn::Conv2dOptions(32, 32, {3, 3}).padding({1, 1})),
      torch::nn::ReLU(true),
      torch::nn::MaxPool2d(torch::nn::MaxPool2dOptions({3, 3}).stride({2, 2}))};
  torch::nn::AdaptiveAvgPool2d avgpool{torch::nn::AdaptiveAvgPool2dOptions({6, 6})};
  torch::nn::Sequential classifier{nullptr};
};
TORCH_MODULE(AlexNet);

AlexNetImpl::AlexNetImpl(int64_t num_classes)
    : classifier(torch::nn::Dropout(0.5), torch::nn::Linear(32 * 6 * 6, 64), torch::nn::ReLU(true),
                 torch::nn::Dropout(torch::nn::DropoutOptions().p(0.25)), torch::nn::Linear(64, 64),
                 torch::nn::ReLU(true), torch::nn::Linear(64, num_classes)) {
  register_module("features", features);
  register_module("avgpool", avgpool);
  register_module("classifier", classifier);
}

torch::Tensor AlexNetImpl::forward(torch::Tensor x) {
  x = features->forward(x);
  x = avgpool(x);
  x = torch::flatten(x, 1);
  return classifier->forward(x);
}
