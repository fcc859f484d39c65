// AIM: A list in braces that a vector has room for is assigned to the elements that are there.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

struct Part {
  torch::Tensor a;
  int64_t n;
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<int64_t> sizes{2, 3};
    at::IntArrayRef view(sizes);
    sizes = {6, 1};
    std::vector<Part> parts{{x, 1}, {x + 1, 2}};
    Part& first = parts[0];
    parts = {{x * 2, 3}, {x * 3, 4}};
    parts = {{x * 5, 7}};
    std::vector<torch::Tensor> swapped{x, x + 4};
    torch::Tensor& front = swapped.front();
    swapped = {swapped[1], swapped[0]};
    return (first.a * first.n + front - swapped[1]).view(view);
  }
};
