// Every overload of insert, emplace and assign on standard containers: one value, a count and a value,
// a range, a list in braces. What goes in is copied before the container moves.
// RUN: fx-clang-trace %s --root=Net -- | FileCheck %s
// RUN: not fx-clang-trace %s --root=UnknownCount -- 2>&1 | FileCheck %s --check-prefix=UNKNOWN
#include <torch/torch.h>

#include <array>
#include <deque>
#include <iterator>
#include <list>
#include <map>
#include <unordered_map>

using torch::Tensor;

struct NetImpl : torch::nn::Module {
  Tensor forward(Tensor a, Tensor b, Tensor c, int64_t n) {
    std::vector<Tensor> braces{a};
    braces.insert(braces.end(), {b, c});
    // CHECK: torch.cat](args = ([%a, %b, %c], 0)
    Tensor y = torch::cat(braces, 0);

    std::vector<Tensor> in_middle{a, c};
    auto at = in_middle.insert(in_middle.begin() + 1, {b, b});
    *at = a;
    // CHECK: torch.cat](args = ([%a, %a, %b, %c], 1)
    y = y + torch::cat(in_middle, 1);

    std::vector<Tensor> nothing{a};
    nothing.insert(nothing.begin(), std::initializer_list<Tensor>{});
    // CHECK: torch.cat](args = ([%a], 2)
    y = y + torch::cat(nothing, 2);

    std::vector<Tensor> counted{a};
    counted.insert(counted.begin(), 2, b);
    // CHECK: torch.cat](args = ([%b, %b, %a], 3)
    y = y + torch::cat(counted, 3);

    std::vector<Tensor> one{a};
    one.insert(one.cbegin(), b);
    one.insert(one.end(), c.relu());
    // CHECK: torch.cat](args = ([%b, %a, %relu], 4)
    y = y + torch::cat(one, 4);

    std::vector<Tensor> ranged{c};
    ranged.insert(ranged.begin(), one.begin(), one.begin() + 2);
    // CHECK: torch.cat](args = ([%b, %a, %c], 5)
    y = y + torch::cat(ranged, 5);

    std::array<Tensor, 2> array{a, b};
    std::list<Tensor> list{c};
    list.insert(list.end(), array.begin(), array.end());
    std::vector<Tensor> moved;
    moved.insert(moved.end(), std::make_move_iterator(list.begin()),
                 std::make_move_iterator(list.end()));
    // CHECK: torch.cat](args = ([%c, %a, %b], 6)
    y = y + torch::cat(moved, 6);

    // An element of the container itself.
    std::vector<Tensor> own{a, b};
    own.insert(own.begin(), own.back());
    own.insert(own.begin(), 2, own[1]);
    // CHECK: torch.cat](args = ([%a, %a, %b, %a, %b], 7)
    y = y + torch::cat(own, 7);

    // Lists of lists: an item in braces is one item, where the parameter says so.
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

    std::deque<Tensor> deque;
    deque.assign({a, b});
    deque.emplace(deque.begin(), c);
    deque.insert(deque.end(), one.begin() + 2, one.end());
    std::vector<Tensor> assigned(2, a);
    assigned.assign(deque.begin(), deque.end());
    // CHECK: torch.cat](args = ([%c, %a, %b, %relu], 8)
    y = y + torch::cat(assigned, 8);
    assigned.assign(2, b);
    // CHECK: torch.cat](args = ([%b, %b], 9)
    y = y + torch::cat(assigned, 9);
    assigned = {a, assigned[0], c};
    // CHECK: torch.cat](args = ([%a, %b, %c], 10)
    y = y + torch::cat(assigned, 10);
    pads.assign({{1}, {2, 3}});
    // CHECK: operator.add](args = (%{{.*}}, 23)
    y = y + (static_cast<int64_t>(pads.size()) * 10 + pads[1][1]);
    pads.emplace(pads.begin(), 3, 4);
    pads.emplace_back(2, 5);
    pads.emplace_back();
    // CHECK: operator.add](args = (%{{.*}}, 534250)
    y = y + static_cast<int64_t>(pads.size() * 100000 + pads[0].size() * 10000 + pads[0][2] * 1000 +
                                 pads[3].size() * 100 + pads[3][1] * 10 + pads[4].size());

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
    return torch::cat(values, 11);
  }
};
TORCH_MODULE(Net);

struct UnknownCountImpl : torch::nn::Module {
  Tensor forward(Tensor a, int64_t n) {
    std::vector<Tensor> items{a};
    // UNKNOWN: insert-and-assign.cpp:[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}this number of elements
    items.insert(items.end(), n, a);
    return torch::cat(items);
  }
};
TORCH_MODULE(UnknownCount);
