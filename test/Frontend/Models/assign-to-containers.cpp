// assign, operator= with a list, and emplace replace what standard containers hold.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <torch/torch.h>

#include <deque>

using torch::Tensor;

struct NetImpl : torch::nn::Module {
  Tensor forward(Tensor a, Tensor b, Tensor c) {
    std::vector<Tensor> one{b, a, c.relu()};
    std::deque<Tensor> deque;
    deque.assign({a, b});
    deque.emplace(deque.begin(), c);
    deque.insert(deque.end(), one.begin() + 2, one.end());
    std::vector<Tensor> assigned(2, a);
    assigned.assign(deque.begin(), deque.end());
    // CHECK: torch.cat](args = ([%c, %a, %b, %relu], 8)
    Tensor y = torch::cat(assigned, 8);
    assigned.assign(2, b);
    // CHECK: torch.cat](args = ([%b, %b], 9)
    y = y + torch::cat(assigned, 9);
    assigned = {a, assigned[0], c};
    // CHECK: torch.cat](args = ([%a, %b, %c], 10)
    y = y + torch::cat(assigned, 10);
    std::vector<std::vector<int64_t>> pads;
    pads.assign({{1}, {2, 3}});
    // CHECK: operator.add](args = (%{{.*}}, 23)
    y = y + (static_cast<int64_t>(pads.size()) * 10 + pads[1][1]);
    pads.emplace(pads.begin(), 3, 4);
    pads.emplace_back(2, 5);
    pads.emplace_back();
    // CHECK: operator.add](args = (%{{.*}}, 534250)
    y = y + static_cast<int64_t>(pads.size() * 100000 + pads[0].size() * 10000 + pads[0][2] * 1000 +
                                 pads[3].size() * 100 + pads[3][1] * 10 + pads[4].size());
    return y;
  }
};
TORCH_MODULE(Net);
