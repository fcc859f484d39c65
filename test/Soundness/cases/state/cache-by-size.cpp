// AIM: A table that is made when the size is another one is the same in each call.
// EXPECT: equal
// ARGS: --input=x=2x6x4
// INPUT: torch::randn({2, 6, 4})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear in = register_module("in", torch::nn::Linear(4, 4));
  torch::nn::Dropout drop = register_module("drop", torch::nn::Dropout(0.5));
  std::map<int64_t, torch::Tensor> masks;
  std::shared_ptr<torch::Tensor> table;
  int64_t cached = 0;
  torch::Tensor positions(const torch::Tensor& h) {
    if (!table || cached != h.size(1)) {
      cached = h.size(1);
      auto made = torch::zeros({cached, 4}, h.options());
      for (int64_t i = 0; i < 4; ++i)
        made.index_put_({torch::indexing::Slice(), i}, torch::arange(cached) * (i + 1));
      table = std::make_shared<torch::Tensor>(made.cos());
    }
    return *table;
  }
  torch::Tensor forward(torch::Tensor x) {
    const int64_t length = x.size(1);
    auto h = drop->forward(in->forward(x));
    if (masks.find(length) == masks.end())
      masks[length] = torch::ones({length, length}).triu(1) * -10;
    auto scores = torch::matmul(h, h.transpose(1, 2)) + masks.at(length);
    return torch::matmul(scores.softmax(-1), h * positions(h));
  }
};
