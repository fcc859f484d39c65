// Loops over what split, tensor_split and their like return: where the arguments tell how many parts
// there are, nothing else is asked; chunk's number is an upper bound, and needs an example.
// RUN: fx-clang-trace %s --root=Parts --emit=fx -- | FileCheck %s
// RUN: not fx-clang-trace %s --root=Chunks --emit=fx -- 2>&1 | FileCheck %s --check-prefix=CHUNKS
// RUN: not fx-clang-trace %s --root=Unbound --emit=fx -- 2>&1 | FileCheck %s --check-prefix=UNBOUND
// RUN: not fx-clang-trace %s --root=BySize --emit=fx -- 2>&1 | FileCheck %s --check-prefix=BY-SIZE
// RUN: not fx-clang-trace %s --root=Struct --emit=fx -- 2>&1 | FileCheck %s --check-prefix=STRUCT
// RUN: fx-clang-trace %s --root=Chunks --input x=2x3x8 --emit=fx -- 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: fx-clang-trace %s --root=Chunks --input x=2x3x1 --emit=fx -- 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: fx-clang-trace %s --root=Unbound --input x=2x3 --emit=fx -- 2>/dev/null | FileCheck %s --check-prefix=THREE
// RUN: fx-clang-trace %s --root=Chunks --assume='x.chunk(2,2).size()=2' --emit=fx -- 2>&1 | FileCheck %s --check-prefix=ASSUMED
// REQUIRES: libtorch
#include <torch/torch.h>

using torch::Tensor;

struct PartsImpl : torch::nn::Module {
  Tensor forward(Tensor x, Tensor y) {
    // CHECK: %split : {{.*}}call_method[target=split](args = (%x, (1, 2), 0)
    // CHECK-NEXT: operator.getitem](args = (%split, 0)
    // CHECK-NEXT: operator.getitem](args = (%split, 1)
    // CHECK-NEXT: operator.add](args = (%y, %getitem)
    // CHECK-NEXT: operator.add](args = (%add, %getitem_1)
    for (const auto& part : x.split({1, 2}, 0))
      y = y + part;
    // CHECK-NEXT: %tensor_split : {{.*}}torch.tensor_split](args = (%x, 3, 1)
    auto parts = torch::tensor_split(x, 3, 1);
    // CHECK-NEXT: getitem](args = (%tensor_split, 0)
    // CHECK-NEXT: operator.add
    // CHECK-NEXT: getitem](args = (%tensor_split, 1)
    // CHECK-NEXT: operator.add
    // CHECK-NEXT: getitem](args = (%tensor_split, 2)
    // CHECK-NEXT: operator.add
    // CHECK-NOT: len
    for (size_t i = 0; i < parts.size(); ++i)
      y = y + parts[i];
    // CHECK: %tensor_split_1 : {{.*}}call_method[target=tensor_split](args = (%x, (1, 4), 2)
    // CHECK-COUNT-3: getitem](args = (%tensor_split_1,
    for (auto part : x.tensor_split({1, 4}, 2))
      y = y + part;
    // CHECK: %hsplit : {{.*}}torch.hsplit](args = (%x, 2)
    // CHECK-COUNT-2: getitem](args = (%hsplit,
    auto halves = torch::hsplit(x, 2);
    std::reverse(halves.begin(), halves.end());
    halves.insert(halves.end(), {y});
    // CHECK: torch.cat](args = ([%getitem_9, %getitem_8, %add_7], 0)
    y = torch::cat(halves, 0);
    // CHECK: %meshgrid
    // CHECK-COUNT-2: getitem](args = (%meshgrid,
    for (auto& grid : torch::meshgrid({x, y}, "ij"))
      y = y + grid;
    // CHECK: %chunk
    // CHECK-NEXT: getitem](args = (%chunk, 0)
    // CHECK-NOT: operator.getitem
    for (auto& all : x.chunk(1))
      y = y + all;
    return y;
  }
};
TORCH_MODULE(Parts);

struct ChunksImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    Tensor y = x.sum();
    // CHUNKS: lists-of-parts.cpp:[[@LINE+6]]:{{[0-9]+}}: error: the range of this loop depends on
    // CHUNKS: note: or say how many items there are, with an example of the inputs (--input) or with --assume='x.chunk(2,2).size()=<number>'
    // TWO: remark: this list has 2 items for the example inputs
    // TWO-COUNT-2: getitem](args = (%chunk,
    // ONE: remark: this list has 1 items for the example inputs
    // ONE-COUNT-1: getitem](args = (%chunk,
    for (auto& part : x.chunk(2, 2))
      y = y + part.mean();
    // ASSUMED-COUNT-2: getitem](args = (%chunk,
    return y;
  }
};
TORCH_MODULE(Chunks);

struct UnboundImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    Tensor y = x.sum();
    // UNBOUND: lists-of-parts.cpp:[[@LINE+2]]:{{[0-9]+}}: error: the range of this loop depends on
    // THREE-COUNT-3: getitem](args = (%unbind,
    for (auto row : x.unbind(1))
      y = torch::maximum(y, row);
    return y;
  }
};
TORCH_MODULE(Unbound);

struct BySizeImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    Tensor y = x.sum();
    // BY-SIZE: lists-of-parts.cpp:[[@LINE+1]]:{{[0-9]+}}: error: the range of this loop depends on
    for (auto part : x.split(3, 1))
      y = y + part.mean();
    return y;
  }
};
TORCH_MODULE(BySize);

// A method of a struct that is called like one of Tensor's.
struct Input {
  Tensor x;
  std::vector<Tensor> split(std::vector<int64_t> at, int64_t dim) const;
};
struct StructImpl : torch::nn::Module {
  Tensor forward(Input in, Tensor y) {
    // STRUCT: lists-of-parts.cpp:[[@LINE+1]]:{{[0-9]+}}: error: 'Input::split' has no body
    for (auto part : in.split({1, 2}, 0))
      y = y + part;
    return y;
  }
};
TORCH_MODULE(Struct);
