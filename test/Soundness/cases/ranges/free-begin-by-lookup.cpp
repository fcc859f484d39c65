// AIM: begin and end that are free functions are found in the namespace of the range's class.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

namespace plan {
struct Plan {
  std::vector<int> widths;
};
auto begin(const Plan& plan) {
  return plan.widths.begin();
}
auto end(const Plan& plan) {
  return plan.widths.end();
}
} // namespace plan
struct Net : torch::nn::Module {
  torch::nn::Sequential body;
  Net() {
    plan::Plan widths{{4, 5, 2}};
    int64_t in = 3;
    for (int out : widths) {
      body->push_back(torch::nn::Linear(in, out));
      in = out;
    }
    register_module("body", body);
  }
  torch::Tensor forward(torch::Tensor x) { return body->forward(x); }
};
