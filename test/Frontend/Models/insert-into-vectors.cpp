// Every overload of insert on a list: one value, a count and a value, a range, a list in braces. What
// goes in is copied before the container moves.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <torch/torch.h>

#include <array>
#include <iterator>
#include <list>

using torch::Tensor;

struct NetImpl : torch::nn::Module {
  Tensor forward(Tensor a, Tensor b, Tensor c) {
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
    return y;
  }
};
TORCH_MODULE(Net);
