// Every overload of insert on maps: a pair, a list of pairs in braces, a range, a place that is a hint.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <torch/torch.h>

#include <map>
#include <unordered_map>

using torch::Tensor;

struct NetImpl : torch::nn::Module {
  Tensor forward(Tensor a, Tensor b, Tensor c) {
    Tensor y = a;
    std::map<std::string, Tensor> named{{"x", a}};
    named.insert({{"y", b}, {"x", c}});
    named.insert({"w", c});
    std::vector<std::pair<const std::string, Tensor>> more{{"q", b}, {"w", a}};
    named.insert(more.begin(), more.end());
    named.insert(named.begin(), {"a", a});
    std::unordered_map<std::string, Tensor> copies;
    copies.insert(named.begin(), named.end());
    // CHECK: operator.add](args = (%{{.*}}, 55)
    y = y + static_cast<int64_t>(named.size() * 10 + copies.size());
    std::vector<Tensor> values;
    for (const auto& [key, value] : named)
      values.push_back(value);
    // CHECK: torch.cat](args = ([%a, %b, %c, %a, %b], 11)
    return y + torch::cat(values, 11);
  }
};
TORCH_MODULE(Net);
