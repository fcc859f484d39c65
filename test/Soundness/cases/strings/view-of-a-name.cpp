// AIM: A string_view is cut at both ends without changing the string behind it.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <string_view>

struct Net : torch::nn::Module {
  static int code(std::string_view name) {
    name.remove_prefix(2);
    name.remove_suffix(1);
    return name == "conv" ? 4 : static_cast<int>(name.size());
  }
  torch::Tensor forward(torch::Tensor x) {
    std::string name = "m.conv2";
    return x * code(name) + static_cast<double>(name.size());
  }
};
