// AIM: std::any copies what it holds; any_cast by reference changes it.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <any>
#include <typeinfo>

struct Part {
  int n;
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::any a = Part{1};
    std::any b = a;
    std::any_cast<Part&>(b).n = 5;
    a = 2.5;
    double d = std::any_cast<double>(a);
    int score = a.has_value() ? 1 : 2;
    int* p = std::any_cast<int>(&a);
    return x + std::any_cast<Part>(b).n * 10 + d + score + (p ? 100 : 200);
  }
};
