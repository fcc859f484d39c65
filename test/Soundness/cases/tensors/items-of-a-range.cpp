// AIM: Elements of a range, as the rates of stochastic depth, are numbers for the constructor.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>
#include <vector>

struct BlockImpl : torch::nn::Module {
  torch::nn::Dropout drop{nullptr};
  explicit BlockImpl(double rate) { drop = register_module("drop", torch::nn::Dropout(rate)); }
  torch::Tensor forward(torch::Tensor x) { return drop(x) + x * drop->options.p(); }
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  std::vector<Block> blocks;
  double known = 0;
  Net() {
    auto rates = torch::linspace(0, 0.3, 5);
    for (int64_t i = 0; i < rates.size(0); ++i) {
      blocks.push_back(Block(rates[i].item<double>()));
      register_module("block" + std::to_string(i), blocks.back());
    }
    auto widths = torch::tensor({2, 7, 9});
    known = widths[1].item<int>() + widths[-1].item<float>() / 2;
    known += torch::arange(3, 20, 4)[2].item<int64_t>() + torch::tensor(0.1).item<double>();
    known += torch::full({1}, 2.75).item<int>();
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto& block : blocks)
      x = block(x);
    return x * known;
  }
};
