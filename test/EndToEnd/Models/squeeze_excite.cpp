// Squeeze-and-excitation blocks put together by helpers: free functions, lambdas, a switch on the
// activation.
// ROOT: std::make_shared<se::Network>(10, se::Activation::HardSwish)
// INPUT: 2x3x16x16
#include <torch/torch.h>

#include <functional>
#include <memory>

namespace se {

enum class Activation { ReLU, SiLU, HardSwish };

torch::Tensor activate(const torch::Tensor& x, Activation activation) {
  switch (activation) {
  case Activation::ReLU: return torch::relu(x);
  case Activation::SiLU: return torch::silu(x);
  case Activation::HardSwish: break;
  }
  return x * torch::relu6(x + 3.0) / 6.0;
}

inline int make_divisible(double value, int divisor) {
  int result = std::max(divisor, static_cast<int>(value + divisor / 2) / divisor * divisor);
  if (result < 0.9 * value) result += divisor;
  return result;
}

template <typename T>
void append(torch::nn::Sequential& layers, T module) {
  layers->push_back(module);
}

class Excite : public torch::nn::Module {
public:
  Excite(int channels, int reduction = 4) {
    const int squeezed = make_divisible(channels / double(reduction), 4);
    auto pointwise = [](int in, int out) {
      return torch::nn::Conv2d(torch::nn::Conv2dOptions(in, out, 1));
    };
    reduce = register_module("reduce", pointwise(channels, squeezed));
    expand = register_module("expand", pointwise(squeezed, channels));
  }

  torch::Tensor forward(torch::Tensor x) {
    auto s = x.mean({2, 3}).view({x.size(0), x.size(1), 1, 1});
    s = torch::relu(reduce(s));
    return x * torch::sigmoid(expand(s));
  }

private:
  torch::nn::Conv2d reduce{nullptr}, expand{nullptr};
};

class Block : public torch::nn::Module {
public:
  Block(int in, int out, int stride, Activation activation)
      : activation_(activation), shortcut_(stride == 1 && in == out) {
    auto conv_bn = [&](int from, int to, int kernel, int groups = 1) {
      append(layers_, torch::nn::Conv2d(torch::nn::Conv2dOptions(from, to, kernel)
                                            .stride(kernel == 1 ? 1 : stride)
                                            .padding((kernel - 1) / 2)
                                            .groups(groups)
                                            .bias(false)));
      append(layers_, torch::nn::BatchNorm2d(to));
    };
    conv_bn(in, 2 * in, 1);
    conv_bn(2 * in, 2 * in, 3, 2 * in);
    append(layers_, std::make_shared<Excite>(2 * in));
    conv_bn(2 * in, out, 1);
    register_module("layers", layers_);
  }

  torch::Tensor forward(torch::Tensor x) {
    auto y = activate(layers_->forward(x), activation_);
    return shortcut_ ? x + y : y;
  }

private:
  Activation activation_;
  bool shortcut_;
  torch::nn::Sequential layers_;
};

struct Network : torch::nn::Module {
  Network(int64_t classes, Activation activation) {
    std::function<std::shared_ptr<Block>(int, int, int)> block = [activation](int in, int out,
                                                                              int stride) {
      return std::make_shared<Block>(in, out, stride, activation);
    };
    stem = register_module("stem", torch::nn::Conv2d(torch::nn::Conv2dOptions(3, 8, 3).padding(1)));
    int channels = 8, index = 0;
    for (auto [width, stride] :
         std::initializer_list<std::pair<int, int>>{{8, 1}, {16, 2}, {16, 1}}) {
      blocks.push_back(
          register_module("block_" + std::to_string(++index), block(channels, width, stride)));
      channels = width;
    }
    head = register_module("head", torch::nn::Linear(channels, classes));
  }

  torch::Tensor forward(torch::Tensor x) {
    x = stem->forward(x);
    for (const auto& block : blocks)
      x = block->forward(x);
    return head->forward(x.flatten(2).mean(-1));
  }

  torch::nn::Conv2d stem{nullptr};
  std::vector<std::shared_ptr<Block>> blocks;
  torch::nn::Linear head{nullptr};
};

} // namespace se
