// AIM: A guard that is a member of a user's object is in force as long as that object lives.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

class Inference {
public:
  explicit Inference(bool on) {
    if (on) guard_ = std::make_unique<torch::NoGradGuard>();
  }

private:
  std::unique_ptr<torch::NoGradGuard> guard_;
};
struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor y;
    {
      Inference inference(true);
      y = first(x);
    }
    Inference none(false);
    return second(y);
  }
};
