// A Sequential knows the default arguments of forward only where the class says them.
// RUN: fx-clang-check --checks=default-arguments-in-sequential %s -- 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: cp %s %t.cpp && fx-clang-check --checks=default-arguments-in-sequential --fix --quiet %t.cpp -- >/dev/null 2>&1
// RUN: FileCheck %s --check-prefix=FIXED < %t.cpp
// RUN: %torch-cxx -std=c++17 -isystem /usr/include/torch/csrc/api/include -Wno-deprecated-declarations -O0 -c %t.cpp -o %t.o
// RUN: fx-clang-check --checks=default-arguments-in-sequential %t.cpp -- 2>&1 | count 0
#include <torch/torch.h>

struct ScaleImpl : torch::nn::Module {
  torch::Tensor forward(const torch::Tensor& x, int64_t by = 2, bool is_inverse = false) {
    return is_inverse ? x / by : x * by;
  }
};
TORCH_MODULE(Scale);

struct MaskImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Tensor mask = {}, const char* how = "a") {
    return mask.defined() ? x * mask : x;
  }
};
TORCH_MODULE(Mask);

struct GoodImpl : torch::nn::Module {
  torch::Tensor forward(const torch::Tensor& x, int64_t by = 2) { return x * by; }

protected:
  FORWARD_HAS_DEFAULT_ARGS({1, torch::nn::AnyValue(int64_t(2))})
};
TORCH_MODULE(Good);

torch::nn::Sequential make() {
  torch::nn::Sequential layers(torch::nn::Linear(4, 4), Scale());
  layers->push_back(Good());
  torch::nn::Sequential named({{"mask", Mask()}, {"relu", torch::nn::ReLU()}});
  layers->extend(*named);
  return layers;
}

// CHECK: :[[@LINE-7]]:57: warning: forward of 'ScaleImpl' has default arguments, which a Sequential does not know: calling it throws [default-arguments-in-sequential]
// CHECK: :[[@LINE-30]]:17: note: forward is declared here
// CHECK: warning: forward of 'MaskImpl' has default arguments
// FIXED: FORWARD_HAS_DEFAULT_ARGS({1, torch::nn::AnyValue(int64_t(2))}, {2, torch::nn::AnyValue(bool(false))})
// FIXED: FORWARD_HAS_DEFAULT_ARGS({1, torch::nn::AnyValue(torch::Tensor{})}, {2, torch::nn::AnyValue(static_cast<const char *>("a"))})
