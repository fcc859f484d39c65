// A member of a struct that forward takes, or an entry of a map that find() gave, has no place of
// which the graph knows: writing to it is an error.
// RUN: not fx-clang-trace %s --root=Assigned -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=Counted -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=Added -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=Entry --assume='it==in.end()=false' -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=Tensor -- 2>&1 | FileCheck %s --check-prefix=TENSOR
// RUN: not fx-clang-trace %s --root=Copied -- 2>&1 | FileCheck %s --check-prefix=TENSOR
#include <torch/torch.h>

// CHECK: error: what a reference names is given another value here
struct In {
  torch::Tensor a;
  int64_t n = 0;
};

struct Assigned : torch::nn::Module {
  torch::Tensor forward(In in) {
    in.n = 3;
    return in.a * in.n;
  }
};

struct Counted : torch::nn::Module {
  torch::Tensor forward(In in) {
    ++in.n;
    return in.a * in.n;
  }
};

struct Added : torch::nn::Module {
  torch::Tensor forward(In in) {
    in.n += 1;
    return in.a * in.n;
  }
};

struct Entry : torch::nn::Module {
  torch::Tensor forward(std::map<std::string, torch::Tensor> in) {
    auto it = in.find("a");
    if (it == in.end()) return in.at("b");
    it->second = it->second * 2;
    return in.at("a") + it->second;
  }
};

// TENSOR: error: a part of a value that only a run of the model knows is given another tensor here; keep the tensor in a variable of its own
struct Tensor : torch::nn::Module {
  torch::Tensor forward(In in) {
    in.a = in.a * 2;
    return in.a;
  }
};

struct Copied : torch::nn::Module {
  torch::Tensor forward(In in) {
    In mine = in;
    mine.a = mine.a + 1;
    return mine.a + in.a;
  }
};
