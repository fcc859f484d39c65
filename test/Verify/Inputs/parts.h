#pragma once
#include <torch/torch.h>

namespace parts {
struct NetImpl : torch::nn::Module {
  NetImpl();
  virtual torch::Tensor forward(torch::Tensor x);
  virtual void describe(const std::string& where) const;
  template <class T>
  T converted(const T& value);
  torch::nn::Linear fc{nullptr};
};
TORCH_MODULE(Net);
} // namespace parts
