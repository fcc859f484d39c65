// AIM: std::mem_fn and a std::function of a member function take the object first.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <functional>

struct Net : torch::nn::Module {
  double gain = 2;
  torch::Tensor scaled(torch::Tensor x, int by) const { return x * gain * by; }
  torch::Tensor forward(torch::Tensor x) {
    auto first = std::mem_fn(&Net::scaled);
    std::function<torch::Tensor(const Net&, torch::Tensor, int)> second = &Net::scaled;
    std::function<double(const Net&)> third = &Net::gain;
    return first(*this, x, 3) + second(*this, x, 2) + third(*this);
  }
};
