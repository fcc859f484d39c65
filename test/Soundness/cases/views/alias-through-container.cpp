// AIM: Tensors in a struct, a tuple and a vector alias what they were copied from.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Pair {
  torch::Tensor first, second;
};
struct Net : torch::nn::Module {
  static void scale(Pair pair) { pair.first *= 2; }
  torch::Tensor forward(torch::Tensor x) {
    auto y = x + 1;
    Pair pair{y, y};
    scale(pair);
    std::vector<torch::Tensor> list(2, y);
    list[1].sub_(3);
    auto tuple = std::make_tuple(y[0], list);
    std::get<0>(tuple).zero_();
    std::get<1>(tuple)[0][1] = 5;
    return pair.second + y;
  }
};
