// A write in place that backward() throws for becomes a new value of its variable, where nothing else
// sees the write. The fixed file compiles, and backward() runs; the results are those of before.
// RUN: cp %s %t.cpp
// RUN: fx-clang-check --checks='-*,backward-fails' --fix %t.cpp -- 2>&1 | FileCheck %s --check-prefix=FOUND
// RUN: FileCheck %s --input-file=%t.cpp
// RUN: %torch-cxx -std=c++17 -isystem /usr/include/torch/csrc/api/include -Wno-deprecated-declarations -O0 %t.cpp -o %t -ltorch -ltorch_cpu -lc10
// RUN: %torch-cxx -std=c++17 -isystem /usr/include/torch/csrc/api/include -Wno-deprecated-declarations -O0 %s -o %t.before -ltorch -ltorch_cpu -lc10
// RUN: %t > %t.out && %t.before > %t.before.out
// RUN: FileCheck %s --input-file=%t.out --check-prefix=RUNS
// RUN: grep -v runs %t.out > %t.sums && grep -v throws %t.before.out | diff %t.sums -
// FOUND-COUNT-9: [backward-fails]
// RUNS: Compound runs
// RUNS: Method runs
// RUNS: Loop runs
#include <torch/torch.h>

// fx: x=2x8
struct Compound : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = torch::sigmoid(fc(x));
    // CHECK: {{^}}    x = x - (1 + x.size(0));
    x -= 1 + x.size(0);
    return x;
  }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(8, 8))};
};

// fx: x=2x8
struct Method : torch::nn::Module {
  torch::Tensor forward(const torch::Tensor& x) {
    torch::Tensor y;
    y = fc(x).tanh();
    auto z = norm->forward(y);
    // CHECK: {{^}}    if (z.size(0) > 1) y = y.mul(z);
    if (z.size(0) > 1) y.mul_(z);
    return torch::cat({y, z});
  }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(8, 8))};
  torch::nn::BatchNorm1d norm{register_module("norm", torch::nn::BatchNorm1d(8))};
};

// fx: x=2x8
struct Loop : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = fc(x).exp();
    for (int i = 1; i < 3; ++i) {
      auto gate = y * y;
      // CHECK: {{^}}      y = y * gate;
      y *= gate;
    }
    return y;
  }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(8, 8))};
};

// Where something else sees the write, or the tensor would become another one, there is no fix.
// fx: x=2x8
struct Copied : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = fc(x).exp();
    auto z = y;
    // CHECK: {{^}}    y += 1;
    y += 1;
    return z;
  }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(8, 8))};
};

// fx: x=2x8
struct Viewed : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = fc(x).exp();
    auto first = y.select(0, 0);
    // CHECK: {{^}}    y += 1;
    y += 1;
    return y + first;
  }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(8, 8))};
};

struct SameImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x; }
};
TORCH_MODULE(Same);

// fx: x=2x8
struct Given : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = fc(x).exp();
    auto z = same(y);
    // CHECK: {{^}}    y += 1;
    y += 1;
    return z;
  }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(8, 8))};
  Same same{register_module("same", Same())};
};

// fx: x=2x8
struct Member : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    kept = fc(x).exp();
    auto y = kept;
    // CHECK: {{^}}    y += 1;
    y += 1;
    return y + kept;
  }
  torch::Tensor kept;
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(8, 8))};
};

// fx: x=2x8
struct Typed : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = fc(x).exp();
    auto wide = x.to(torch::kDouble);
    // CHECK: {{^}}    y += wide;
    y += wide;
    return y;
  }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(8, 8))};
};

// fx: x=2x8
struct Captured : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = fc(x).exp();
    auto seen = [&] { return y; };
    // CHECK: {{^}}    y += 1;
    y += 1;
    return seen();
  }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(8, 8))};
};

template <class Model>
void run(const char* name) {
  torch::manual_seed(0);
  Model model;
  auto y = model.forward(torch::rand({2, 8})).sum();
  std::cout << name << " " << y.template item<float>() << "\n";
  try {
    y.backward();
    std::cout << name << " runs\n";
  } catch (const c10::Error&) {
    std::cout << name << " throws\n";
  }
}

int main() {
  run<Compound>("Compound");
  run<Method>("Method");
  run<Loop>("Loop");
}
