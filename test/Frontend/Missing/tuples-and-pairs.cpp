// What the tracer says of tuples and pairs that it cannot take apart: most of them come from a
// function without a body here.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <array>
#include <memory>
#include <tuple>
#include <utility>

using torch::Tensor;

std::tuple<int, float> tuple_elsewhere();

struct PiecewiseImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    using Parts = std::pair<std::pair<int, float>, int>;
    return x + Parts(std::piecewise_construct, tuple_elsewhere(), std::make_tuple(1)).second;
    // CHECK: tuples-and-pairs.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this construction of a pair is not supported yet [construction-of-a-pair]
  }
};
TORCH_MODULE(Piecewise);

struct WithAllocatorImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::tuple<int, int> tuple(std::allocator_arg, std::allocator<int>(), 1, 2);
    // CHECK: tuples-and-pairs.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this construction of a tuple is not supported yet [construction-of-a-tuple]
    return x;
  }
};
TORCH_MODULE(WithAllocator);

struct JoinedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    return x + std::get<2>(std::tuple_cat(tuple_elsewhere(), std::make_tuple(1)));
    // CHECK: tuples-and-pairs.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this std::tuple_cat is not supported yet [std-tuple-cat]
  }
};
TORCH_MODULE(Joined);

struct AssignedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::tuple<int, float> tuple(1, 2.0F);
    tuple = tuple_elsewhere();
    // CHECK: tuples-and-pairs.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this assignment of a tuple is not supported yet [assignment-of-a-tuple]
    return x;
  }
};
TORCH_MODULE(Assigned);

struct TiedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    int first = 0;
    float second = 0;
    std::tie(first, second) = tuple_elsewhere();
    // CHECK: tuples-and-pairs.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this assignment of a tuple is not supported yet [assignment-of-a-tuple]
    return x;
  }
};
TORCH_MODULE(Tied);

struct AppliedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    return x + std::apply([](int first, float) { return first; }, tuple_elsewhere());
    // CHECK: tuples-and-pairs.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this std::apply is not supported yet [std-apply]
  }
};
TORCH_MODULE(Applied);

struct Sum {
  float value;
  Sum(int first, float second) : value(first + second) {}
};
struct MadeImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    return x + std::make_from_tuple<Sum>(tuple_elsewhere()).value;
    // CHECK: tuples-and-pairs.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this std::make_from_tuple is not supported yet [std-make-from-tuple]
  }
};
TORCH_MODULE(Made);

struct Counted {
  int swaps = 0;
  friend void swap(Counted& a, Counted& b) { ++a.swaps; }
};

struct SwappedArraysImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::array<Counted, 2> a;
    std::array<Counted, 2> b;
    // CHECK: tuples-and-pairs.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: swapping pairs, tuples or arrays of objects whose copies, moves or swap() do something is not supported yet [swap-of-tuples-with-code]
    std::swap(a, b);
    return x + a[0].swaps;
  }
};
TORCH_MODULE(SwappedArrays);
