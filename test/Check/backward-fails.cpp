// A write in place to what backward() needs: the model is run, and LibTorch asked.
// RUN: fx-clang-check --checks=backward-fails %s -- 2>&1 | FileCheck %s --implicit-check-not=warning:
// It throws for these models, and for no other one of the file:
// RUN: %torch-cxx -std=c++17 -isystem /usr/include/torch/csrc/api/include -Wno-deprecated-declarations -O0 -DRUN %s -o %t -ltorch -ltorch_cpu -lc10
// RUN: %t | FileCheck %s --check-prefix=THROWS
// THROWS: Activated Scaled Viewed Parameter
#include <torch/torch.h>

// fx: x=2x8
struct Activated : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto z = torch::sigmoid(fc(x));
    z += 1;
    // CHECK: :[[@LINE-1]]:5: warning: backward() throws because of this write in place: one of the variables needed for gradient computation has been modified by an inplace operation: [CPUFloatType [2, 8]], which is output 0 of SigmoidBackward0, is at version 1 [backward-fails]
    z *= 2;
    return z;
  }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(8, 8))};
};

// fx: x=2x8
struct Scaled : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto h = fc(x);
    h.relu_();
    auto gate = torch::tanh(h);
    auto y = h * gate;
    h.mul_(0.5);
    // CHECK: :[[@LINE-1]]:5: warning: backward() throws because of this write
    return y + h;
  }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(8, 8))};
};

// fx: x=2x8
struct Viewed : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto h = torch::exp(fc(x));
    h.select(1, 0).zero_();
    // CHECK: :[[@LINE-1]]:5: warning: backward() throws because of this write
    return h;
  }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(8, 8))};
};

// fx: x=2x8
struct Parameter : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    return x * scale.mul_(2);
    // CHECK: :[[@LINE-1]]:16: warning: backward() throws because of this write in place: a leaf Variable that requires grad is being used in an in-place operation. [backward-fails]
  }
  torch::Tensor scale = register_parameter("scale", torch::ones({8}));
};

// What autograd does not keep may be written to.
// fx: x=2x8
struct Fine : torch::nn::Module {
  Fine() : act(torch::nn::ReLUOptions().inplace(true)) { register_module("act", act); }
  torch::Tensor forward(torch::Tensor x) {
    auto h = act(norm(fc(x)));
    auto y = torch::zeros_like(h);
    y.copy_(h);
    y += 1;
    auto seen = torch::sigmoid(x);
    seen.add_(1);
    return (y - fc(h).add_(y)) * seen;
  }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(8, 8))};
  torch::nn::BatchNorm1d norm{register_module("norm", torch::nn::BatchNorm1d(8))};
  torch::nn::ReLU act;
};

// What is kept for a value that is not returned is read by nobody.
// fx: x=2x8
struct Dropped : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto h = fc(x);
    auto unused = torch::exp(h);
    unused.add_(1);
    return h;
  }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(8, 8))};
};

#ifdef RUN
template <class Model>
void run(const char* name) {
  try {
    Model().forward(torch::rand({2, 8})).sum().backward();
  } catch (const c10::Error&) {
    std::cout << name << " ";
  }
}

int main() {
  run<Activated>("Activated");
  run<Scaled>("Scaled");
  run<Viewed>("Viewed");
  run<Parameter>("Parameter");
  run<Fine>("Fine");
  run<Dropped>("Dropped");
  std::cout << "\n";
}
#endif
