// AIM: at(), stoi and bad optional access throw exceptions of the library that handlers catch.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <optional>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int caught = 0;
    try {
      std::vector<int>(2).at(5);
    } catch (const std::out_of_range&) {
      caught += 1;
    }
    try {
      caught += std::stoi("many");
    } catch (const std::invalid_argument&) {
      caught += 10;
    }
    try {
      std::optional<int> none;
      caught += none.value();
    } catch (const std::bad_optional_access&) {
      caught += 100;
    }
    return x * caught;
  }
};
