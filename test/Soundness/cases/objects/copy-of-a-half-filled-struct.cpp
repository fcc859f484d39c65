// AIM: An object may be copied and assigned while some of its members have no value yet.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

#include <string>
#include <vector>

struct Settings {
  int64_t width, height;
  std::string name;
};

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Settings one;
    one.width = 3;
    Settings two = one;
    two = one;
    std::vector<Settings> all(2, two);
    all.push_back(two);
    all[2].height = 4;
    return x * (all[1].width + all[2].height);
  }
};
