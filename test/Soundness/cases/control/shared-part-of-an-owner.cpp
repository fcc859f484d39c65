// AIM: An aliasing shared_ptr shares ownership of the whole and points to a part.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Whole {
  double gain = 2;
  std::vector<double> bias{1, 2};
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto whole = std::make_shared<Whole>();
    std::shared_ptr<double> part(whole, &whole->bias[1]);
    *part = 50;
    auto gain = whole->bias[1];
    auto uses = whole.use_count();
    whole.reset();
    *part += 1;
    return x * gain + *part + double(uses) * 1000;
  }
};
