// AIM: A moved-from vector and a moved-from unique_ptr are empty.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Batch {
  std::vector<double> weights{1, 2, 3};
  std::unique_ptr<double> bias = std::make_unique<double>(5);
};
static Batch take(Batch&& batch) {
  return std::move(batch);
}
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Batch batch;
    Batch taken = take(std::move(batch));
    batch.weights.push_back(9);
    double left = batch.weights.size() + (batch.bias ? 100 : 200);
    return x * double(taken.weights.size()) + left + *taken.bias;
  }
};
