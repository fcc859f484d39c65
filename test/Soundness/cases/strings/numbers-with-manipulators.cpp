// AIM: setprecision, fixed and scientific decide how a stream writes a number.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <algorithm>
#include <iomanip>
#include <sstream>

struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 3}, second{3, 3};
  static std::string text(double rate) {
    std::ostringstream out;
    out << "rate" << std::fixed << std::setprecision(2) << rate;
    auto result = out.str();
    std::replace(result.begin(), result.end(), '.', '_');
    return result;
  }
  Net() {
    register_module(text(0.125), first);
    register_module(text(2), second);
  }
  torch::Tensor forward(torch::Tensor x) { return second(first(x)); }
};
