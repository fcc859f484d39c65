// AIM: a size, an item or a comparison kept as double or float makes integer tensors floating.
// EXPECT: equal
// INPUT: torch::randint(1, 9, {4})
#include <cmath>
#include <optional>
#include <torch/torch.h>

struct Scale {
  float factor;
  double other = 0;
};

struct Net : torch::nn::Module {
  static double same(double number) { return number; }

  std::vector<torch::Tensor> forward(torch::Tensor x) {
    const double n = x.size(0);
    Scale scale{static_cast<float>(x.size(0))};
    scale.other = x.numel();
    std::vector<double> list{n, 1};
    list.push_back(x.dim());
    std::vector<float> filled(2, x.size(0));
    std::optional<double> maybe = x.size(0);
    std::pair<double, int> both(x.size(0), 1);
    const double item = x[0].item<int64_t>();
    const double is_more = x.size(0) > 3;
    auto y = torch::full({4}, n);
    y /= 3;
    return {y,
            x * n,
            x * scale.factor,
            x * scale.other,
            x * list[0],
            x * list[2],
            x * filled[1],
            x * *maybe,
            x * both.first,
            x * same(x.size(0)),
            x * -n,
            x * std::max(n, 2.0),
            x * std::fabs(n),
            x * std::floor(n / 3),
            x * (n * n),
            x * (n - item),
            x * (double)(x.size(0) / 2),
            x * item,
            x * is_more,
            x * x.max().item().toDouble(),
            x * x.max().item<float>(),
            torch::tensor(n),
            torch::tensor({n, n * 2}),
            torch::arange(n),
            torch::full({2}, static_cast<float>(x.dim()))};
  }
};
