// AIM: std::generate and std::generate_n call a function with state once for each element.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <algorithm>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<double> gains(3);
    double next = 1;
    std::generate(gains.begin(), gains.end(), [&next] { return next *= 3; });
    std::vector<int> steps;
    std::generate_n(std::back_inserter(steps), 2, [n = 4]() mutable { return n++; });
    std::for_each(gains.begin(), gains.end(), [&](double gain) { x = x * 0.5 + gain; });
    return x * double(steps.size()) + steps.back() + next;
  }
};
