// Buffers that constructors compute with all that C++ has: writes into views, dtypes, tables of
// integers and bools, a module registered twice, parameters of the model's own, an undefined one.
// CHECKS: abceg
// SAYS: (c) ok, same text, buffers recorded
// ROOT: Tables(6, 5)
// INPUT: 2x5x6
#include <torch/torch.h>

#include <cmath>

using namespace torch::indexing;

struct BlockImpl : torch::nn::Module {
  explicit BlockImpl(int64_t width) {
    gate_ = register_parameter("gate", torch::full({width}, 0.25));
    steps_ = register_buffer("steps", torch::zeros({2}, torch::kInt64) + 3);
    fc_ = register_module("fc", torch::nn::Linear(width, width));
  }
  torch::Tensor forward(torch::Tensor x) { return fc_(x) * gate_ + steps_[1]; }
  torch::Tensor gate_, steps_;
  torch::nn::Linear fc_{nullptr};
};
TORCH_MODULE(Block);

struct TablesImpl : torch::nn::Module {
  TablesImpl(int64_t width, int64_t length) {
    auto position = torch::arange(length, torch::kFloat64).unsqueeze(1);
    auto frequency =
        torch::exp(torch::arange(0, width, 2, torch::kFloat64) * (-std::log(10000.0) / width));
    auto angles = position * frequency;
    auto table = torch::empty({length, width}, torch::kFloat64);
    table.index_put_({Slice(), Slice(0, None, 2)}, angles.sin());
    table.index_put_({Slice(), Slice(1, None, 2)}, angles.cos_());
    table.select(0, 0).fill_(0.5);
    table[1] += 1;
    table.slice(0, 2, 3).mul_(2).add_(0.125);
    table_ = register_buffer("table", table.to(torch::kFloat32));
    half_ = register_buffer("half_table", table.to(torch::kHalf));

    auto mask = torch::ones({length, length}, torch::kBool).triu(1);
    mask.index_put_({0, Slice(3, None)}, false);
    mask_ = register_buffer("mask", mask);
    auto index = torch::arange(length).view({1, -1}) - torch::arange(length).view({-1, 1});
    index.clamp_(-2, 2);
    index += 2;
    index_ = register_buffer("index", index);
    bias_ = register_parameter("bias", torch::zeros({5, 1}));
    kept_ = register_parameter("kept", torch::linspace(0, 1, 6).to(torch::kFloat64), false);

    std::vector<torch::Tensor> anchors;
    for (double size : {0.5, 1.0, 2.0})
      for (double ratio : {0.5, 2.0})
        anchors.push_back(torch::tensor({-size * std::sqrt(ratio), -size / std::sqrt(ratio),
                                         size * std::sqrt(ratio), size / std::sqrt(ratio)}));
    anchors_ = register_buffer("anchors", torch::stack(anchors));
    strides_ = register_buffer("strides", torch::tensor({8, 16, 32}, torch::kInt32));
    bytes_ = register_buffer("bytes", torch::tensor({1, 255}, torch::kUInt8));
    grid_ = register_buffer(
        "grid", torch::stack(torch::meshgrid({torch::arange(3), torch::arange(2)}), -1));
    eye_ = register_buffer("eye", torch::eye(3, torch::kInt16).flip(0).cumsum(0));
    count_ = register_buffer("count", torch::tensor(7));
    nothing_ = register_buffer("nothing", torch::Tensor());
    block_ = register_module("block", Block(width));
    again_ = register_module("again", block_);
    head_ = register_module("head", torch::nn::Linear(width, width));
    tied_ = register_module(
        "tied", torch::nn::Sequential(head_, torch::nn::ReLU(), torch::nn::BatchNorm1d(5)));
  }

  std::vector<torch::Tensor> forward(torch::Tensor x) {
    x = x + table_;
    auto scores = x.matmul(x.transpose(1, 2)).masked_fill(mask_, -1e9) +
                  bias_.index_select(0, index_.view(-1)).view({5, 5});
    x = tied_->forward(scores.softmax(-1).matmul(block_(x)));
    return {again_(x),  head_(x),  x * kept_, anchors_ * 2,         strides_ + 1,
            bytes_ + 1, grid_ * 3, eye_ - 1,  count_ + half_.sum(), mask_.logical_not()};
  }

  torch::Tensor table_, half_, mask_, index_, bias_, kept_, anchors_, strides_, bytes_, grid_, eye_,
      count_, nothing_;
  Block block_{nullptr}, again_{nullptr};
  torch::nn::Linear head_{nullptr};
  torch::nn::Sequential tied_{nullptr};
};
TORCH_MODULE(Tables);
