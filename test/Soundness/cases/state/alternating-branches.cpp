// AIM: A global flag that each call inverts makes every second call another model.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

namespace {
bool generator_turn = true;
}
struct Net : torch::nn::Module {
  torch::nn::Linear generator = register_module("generator", torch::nn::Linear(3, 3));
  torch::nn::Linear discriminator = register_module("discriminator", torch::nn::Linear(3, 3));
  torch::Tensor forward(torch::Tensor x) {
    bool turn = generator_turn;
    generator_turn = !generator_turn;
    return turn ? generator(x) : discriminator(x).sigmoid();
  }
};
