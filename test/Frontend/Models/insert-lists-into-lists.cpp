// insert and emplace on lists of lists and of numbers: an item in braces is one item, where the parameter
// says so.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <torch/torch.h>

using torch::Tensor;

struct NetImpl : torch::nn::Module {
  Tensor forward(Tensor a, int64_t n) {
    Tensor y = a;
    std::vector<std::vector<int64_t>> pads{{1, 2}};
    pads.insert(pads.end(), {3, 4});
    pads.insert(pads.end(), {{5, 6}, {7, 8}});
    pads.insert(pads.begin(), std::vector<int64_t>{9});
    pads.insert(pads.begin(), 1, {10, 11});
    // CHECK: operator.add](args = (%{{.*}}, 6)
    y = y + static_cast<int64_t>(pads.size());
    // CHECK: operator.add](args = (%{{.*}}, 109117)
    y = y + (pads[0].at(1) * 10000 - 1000 + pads[1][0] * 10 + pads[3][1] - 1 + pads[5].back() * 3);

    std::vector<int64_t> sizes;
    sizes.insert(sizes.end(), {1, 2});
    sizes.insert(sizes.begin(), 2, 7);
    sizes.emplace(sizes.begin() + 1, 5);
    sizes.emplace(sizes.end());
    sizes.insert(sizes.end(), n);
    // CHECK: call_method[target=view](args = (%a, 7, 5, 7, 1, 2, 0, %n)
    y = y + a.view(sizes);
    return y;
  }
};
TORCH_MODULE(Net);
