// AIM: A loop over all modules initialises each weight by the class of its module, in place.
// EXPECT: equal
// INPUT: torch::randn({2, 3, 6, 6})
#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  torch::nn::BatchNorm2d norm{4};
  torch::nn::Conv2d conv{torch::nn::Conv2dOptions(3, 4, 3).bias(false)};
  BlockImpl() {
    register_module("norm", norm);
    register_module("conv", conv);
  }
  torch::Tensor forward(torch::Tensor x) { return torch::relu(norm(conv(x))); }
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  torch::nn::Linear head{16, 2};
  Block block;
  torch::nn::GRUCell cell{torch::nn::GRUCellOptions(2, 3)};
  Net() {
    register_module("cell", cell);
    register_module("block", block);
    register_module("head", head);
    for (auto& module : modules(/*include_self=*/false)) {
      if (auto* conv = module->as<torch::nn::Conv2d>())
        torch::nn::init::kaiming_normal_(conv->weight, 0.1, torch::kFanOut, torch::kLeakyReLU);
      else if (auto* norm = module->as<torch::nn::BatchNorm2d>())
        torch::nn::init::normal_(norm->weight, 1.0, 0.1);
      else if (auto* linear = module->as<torch::nn::Linear>())
        torch::nn::init::orthogonal_(linear->weight);
    }
    for (auto& named : cell->named_parameters())
      if (named.key().find("bias") != std::string::npos)
        torch::nn::init::uniform_(named.value(), -0.1, 0.1);
      else
        torch::nn::init::sparse_(named.value(), 0.5);
  }
  torch::Tensor forward(torch::Tensor x) { return cell(head(block(x).mean(1).flatten(1))); }
};
