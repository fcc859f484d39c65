// AIM: what() of an exception is the text that it was made with.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  static void fail(int code) { throw std::runtime_error("code " + std::to_string(code)); }
  torch::Tensor forward(torch::Tensor x) {
    std::string text;
    try {
      fail(42);
    } catch (const std::exception& error) {
      text = error.what();
    }
    return text == "code 42" ? x * 2 : x * 3;
  }
};
