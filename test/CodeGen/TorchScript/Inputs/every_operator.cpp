// ROOT: EveryOperator(3)
// INPUT: 3x4x6
// INPUT: 3x4:int64<5
// INPUT: 5
//
// Operators of C++, methods, indices, factories and numbers, as models write them.
#include <torch/torch.h>

using torch::Tensor;
using namespace torch::indexing;

struct EveryOperatorImpl : torch::nn::Module {
  explicit EveryOperatorImpl(int64_t width) : width_(width) {
    table_ = torch::linspace(0, 1, 6);
    mask_ = torch::tril(torch::ones({4, 6})).to(torch::kBool);
    bias_ = register_parameter("bias", torch::zeros({6}) + 0.5);
    fc_ = register_module("0", torch::nn::Linear(6, 6));
    tied_ = register_parameter("tied", torch::randn({6, 6}).t() * 0.5);
    numbers_ = register_buffer("numbers", torch::tensor({1.5, -2.0, 3.0}));
    longs_ = register_buffer("longs", torch::tensor({{1, 2}, {3, 4}}, torch::kLong));
    for (int i = 0; i < 3; ++i)
      scales_.push_back(register_parameter("scale" + std::to_string(i), torch::full({1}, i + 1.)));
  }

  std::tuple<std::vector<Tensor>, std::vector<Tensor>, std::tuple<Tensor, Tensor>>
  forward(Tensor x, Tensor n, Tensor v) {
    std::vector<Tensor> out{x + x,
                            2 + x,
                            x + 2.5,
                            x - 1,
                            1 - x,
                            2 / (x + 5),
                            x / 3,
                            x * x,
                            -x,
                            x > 0,
                            0.5 < x,
                            x >= x,
                            x == 1,
                            x != x,
                            torch::logical_not(x > 0),
                            (x > 0) & (x < 1),
                            (x > 0) | (x < -1),
                            n % 3,
                            n / 2,
                            n ^ 3,
                            ~n,
                            x.pow(2),
                            torch::pow(2, x),
                            torch::pow(x.abs(), x),
                            x.remainder(0.7),
                            torch::fmod(x, 0.3),
                            torch::matmul(x, fc_->weight)};
    Tensor y = x.clone();
    y += 1;
    y *= x;
    y -= 0.25;
    y /= 2;
    y[0] = 7;
    y.index_put_({1, Slice(0, 2), Ellipsis}, -1);
    y.index_put_({mask_.unsqueeze(0).expand({3, 4, 6})}, 4);
    y.slice(2, 4, 6).zero_();
    out.push_back(y);
    auto halves = x.chunk(2, 2);
    out.push_back(halves[0] - halves[1]);
    out.push_back(torch::split(x, 4, -1)[1]);
    std::vector<Tensor> more{x[1],
                             x.index({Slice(), 1}),
                             x.index({Ellipsis, Slice(None, None, 2)}),
                             x.index({0, None, Slice(1, 3)}),
                             x.index({n > 2}),
                             x.index({n.select(1, 0).remainder(3)}),
                             x.select(1, -1),
                             x.narrow(2, 1, 3),
                             x.unbind(0)[2],
                             x.view({-1}),
                             x.view({x.size(0), -1}),
                             x.reshape({4, 18}),
                             x.permute({2, 0, 1}),
                             x.transpose(1, 2),
                             x.unsqueeze(1).expand({3, 2, 4, 6}),
                             x.repeat({1, 2, 1}),
                             x.flatten(1),
                             x.sum(),
                             x.sum({1, 2}),
                             x.mean(-1, true),
                             x.std(2, false),
                             x.var(at::IntArrayRef({0, 1}), true),
                             std::get<0>(x.max(1)),
                             std::get<1>(x.min(2, true)),
                             x.argmax(-1),
                             x.norm(2, 1),
                             x.norm(),
                             x.cumsum(1),
                             x.flip({0, 2}),
                             x.roll(1, 0),
                             x.clamp(-0.5, 0.5),
                             x.clamp_min(0),
                             torch::max(x, x * 0.5),
                             torch::where(x > 0, x, -x),
                             x.masked_fill(mask_, -1e9),
                             x.gather(1, n.unsqueeze(2).remainder(4)),
                             torch::cat({x, x * 2}, 1),
                             torch::stack({x, x}, -1),
                             torch::einsum("bij,bkj->bik", {x, x}),
                             torch::bmm(x, x.transpose(1, 2)),
                             torch::outer(v, v),
                             torch::softmax(x, -1),
                             x.softmax(1, torch::kFloat64),
                             x.to(torch::kInt64),
                             x.to(n.dtype()),
                             x.type_as(n),
                             n.to(torch::kFloat32) / 3,
                             x.to(torch::kFloat64).sum(),
                             torch::arange(6, x.options()) * x,
                             torch::arange(0, x.size(2), 2),
                             torch::zeros({2, x.size(1)}, x.options()),
                             torch::ones_like(x).mul_(3),
                             torch::full({2}, 1.5),
                             torch::full_like(x, 2),
                             torch::eye(3, 4),
                             torch::tril(x),
                             torch::triu(x, 1),
                             torch::one_hot(n, 5),
                             torch::zeros({3}).scatter_(0, n.select(1, 1).remainder(3), 1.0),
                             std::get<0>(torch::topk(x, 2)),
                             std::get<0>(torch::sort(x, 1, true)),
                             torch::addmm(bias_, x[0], fc_->weight),
                             torch::baddbmm(x, x, torch::ones({3, 6, 6})),
                             torch::linear(x, fc_->weight, bias_),
                             fc_(x),
                             torch::matmul(x, tied_),
                             x * table_,
                             numbers_ * 2,
                             longs_ + 1,
                             torch::tensor({0.5, 1.0}) * 2,
                             torch::nan_to_num(x / 0),
                             torch::max_pool2d(x, {2, 2}),
                             torch::avg_pool2d(x, 2),
                             torch::adaptive_avg_pool1d(x, 2),
                             torch::layer_norm(x, {6}),
                             torch::dropout(x, 0.5, is_training()),
                             torch::gelu(x),
                             torch::leaky_relu(x, 0.2),
                             torch::log_softmax(x, 2),
                             torch::cosine_similarity(x, x + 1),
                             torch::cdist(x, x),
                             torch::meshgrid({v, v}, "ij")[1],
                             torch::logsumexp(x, {1, 2}),
                             torch::constant_pad_nd(x, {1, 1}, 2),
                             torch::upsample_nearest1d(x, {9}),
                             x * x.size(0) / (x.size(1) - width_),
                             x.view({x.size(0) * x.size(1), x.size(-1) / 2, 2}),
                             static_cast<int64_t>(x.sizes().size()) + x,
                             torch::zeros(x.sizes()) + 1,
                             x.new_zeros({2, 3}),
                             x.dim() * v};
    for (auto& value : more)
      out.push_back(value);
    double gain = x.abs().sum().item<double>();
    int64_t first = n[0][0].item<int64_t>();
    out.push_back(x * gain + first);
    std::vector<Tensor> scaled;
    for (const auto& scale : scales_)
      scaled.push_back(v * scale);
    auto [values, indices] = torch::max(v, 0);
    return {out, scaled, {values * (x.size(2) * 2 + width_), indices}};
  }

  int64_t width_;
  Tensor table_, mask_, bias_, tied_, numbers_, longs_;
  torch::nn::Linear fc_{nullptr};
  std::vector<Tensor> scales_;
};
TORCH_MODULE(EveryOperator);
