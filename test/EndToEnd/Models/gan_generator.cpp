// DCGAN's generator: a Sequential of transposed convolutions in a struct with a named latent size.
// ROOT: DCGANGenerator(kNoiseSize)
// INPUT: 2x20x1x1
#include <torch/torch.h>

constexpr int kNoiseSize = 20;

using namespace torch;

struct DCGANGeneratorImpl : nn::Module {
  DCGANGeneratorImpl(int kNoiseSize)
      : conv1(nn::ConvTranspose2dOptions(kNoiseSize, 32, 4).bias(false)), batch_norm1(32),
        conv2(nn::ConvTranspose2dOptions(32, 16, 3).stride(2).padding(1).bias(false)),
        batch_norm2(16),
        conv3(nn::ConvTranspose2dOptions(16, 8, 4).stride(2).padding(1).bias(false)),
        batch_norm3(8), conv4(nn::ConvTranspose2dOptions(8, 1, 4).stride(2).padding(1).bias(false)),
        refine(nn::Conv2d(nn::Conv2dOptions(1, 4, 3).padding(1).padding_mode(torch::kReflect)),
               nn::Functional(torch::tanh), nn::Conv2d(nn::Conv2dOptions(4, 1, 1))) {
    register_module("conv1", conv1);
    register_module("conv2", conv2);
    register_module("conv3", conv3);
    register_module("conv4", conv4);
    register_module("batch_norm1", batch_norm1);
    register_module("batch_norm2", batch_norm2);
    register_module("batch_norm3", batch_norm3);
    register_module("refine", refine);
  }

  Tensor forward(Tensor x) {
    x = relu(batch_norm1(conv1(x)));
    x = relu(batch_norm2(conv2(x)));
    x = relu(batch_norm3(conv3(x)));
    x = tanh(conv4(x));
    return refine->forward(x) + x;
  }

  nn::ConvTranspose2d conv1;
  nn::BatchNorm2d batch_norm1;
  nn::ConvTranspose2d conv2;
  nn::BatchNorm2d batch_norm2;
  nn::ConvTranspose2d conv3;
  nn::BatchNorm2d batch_norm3;
  nn::ConvTranspose2d conv4;
  nn::Sequential refine;
};
TORCH_MODULE(DCGANGenerator);
