// An option that holds one of several things (torch::kSame or a list, torch::kMean or torch::kSum)
// is a variant, std's in newer LibTorch and c10's in older: the program may ask which it is, and
// the graph has what it holds. A variant of the user's own is no argument of a graph.
// RUN: fx-clang-trace %s --root=Asked -- -std=c++17 | FileCheck %s
// RUN: not fx-clang-trace %s --root=Own --wrap=scaled -- -std=c++17 2>&1 | FileCheck %s --check-prefix=OWN
#include <torch/torch.h>
#include <torch/version.h>

#include <variant>

#if TORCH_VERSION_MAJOR < 2
namespace variants = c10;
#else
namespace variants = std;
#endif

using Padding = torch::nn::Conv2dOptions::padding_t;
using Mean = torch::enumtype::kMean;

struct Asked : torch::nn::Module {
  torch::nn::Conv2d same{nullptr}, wide{nullptr}, lists{nullptr};
  torch::nn::MSELoss loss{nullptr};
  torch::nn::TransformerEncoderLayer layer{nullptr};
  int64_t found = 0;

  static torch::nn::Conv2dOptions with(const Padding& padding) {
    return torch::nn::Conv2dOptions(3, 4, 3).padding(padding);
  }

  Asked() {
    auto options = with(torch::kSame);
    if (variants::holds_alternative<torch::enumtype::kSame>(options.padding())) found += 1;
    if (variants::get_if<torch::ExpandingArray<2>>(&options.padding()) == nullptr) found += 10;
    found += 100 * options.padding().index();
    // CHECK: same: torch::nn::Conv2d({{.*}}) {padding = "same"}
    same = register_module("same", torch::nn::Conv2d(options));
    options.padding() = 2;
    if (options.padding().index() == 0) found += 1000;
    // CHECK: wide: torch::nn::Conv2d({{.*}}) {padding = 2}
    wide = register_module("wide", torch::nn::Conv2d(options));
    torch::nn::Conv2dOptions changed(3, 4, 3);
    changed.stride() = {2, 1};
    changed.padding() = torch::ExpandingArray<2>({1, 2});
    // CHECK: lists: torch::nn::Conv2d({{.*}}) {padding = (1, 2), stride = (2, 1)}
    lists = register_module("lists", torch::nn::Conv2d(changed));
    torch::nn::MSELossOptions reduction;
    if (variants::get_if<Mean>(&reduction.reduction())) found += 10000;
    reduction.reduction() = torch::kSum;
    variants::visit(
        [&](const auto& choice) {
          using Choice = std::decay_t<decltype(choice)>;
          if (std::is_same_v<Choice, torch::enumtype::kSum>) found += 100000;
        },
        reduction.reduction());
    // CHECK: loss: torch::nn::MSELoss() {reduction = "sum"}
    loss = register_module("loss", torch::nn::MSELoss(reduction));
    // CHECK: layer: torch::nn::TransformerEncoderLayer({{.*}}) {activation = "gelu"}
    layer = register_module(
        "layer", torch::nn::TransformerEncoderLayer(
                     torch::nn::TransformerEncoderLayerOptions(4, 2).activation(torch::kGELU)));
  }

  torch::Tensor forward(torch::Tensor x) {
    // CHECK: call_function[target=operator.mul](args = (%x, 111211), kwargs = {})
    return x * found;
  }
};

using Amount = std::variant<int64_t, double>;

torch::Tensor scaled(torch::Tensor x, Amount amount) {
  return x * std::get<double>(amount);
}

struct Own : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Amount amount = 2.5;
    if (amount.index() != 1 || !std::holds_alternative<double>(amount)) return x;
    // OWN: :[[@LINE+1]]:{{[0-9]+}}: error: this value cannot stand in a graph
    return scaled(x * std::get<1>(amount), amount);
  }
};
