// What cannot be looked into, but takes tensors, stays one call, with a remark: a function without a
// body, which may return nothing, and a method of an object that is not known.
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>
void fill_cache(torch::Tensor& cache, const torch::Tensor& x);
struct Engine {
  virtual ~Engine() = default;
  virtual torch::Tensor run(const torch::Tensor& x, int64_t n) = 0;
};
Engine* find_engine(const char* name);

struct Net : torch::nn::Module {
  Net() : engine(find_engine("fast")) {}
  torch::Tensor forward(torch::Tensor x) {
    auto cache = torch::zeros({4});
    // CHECK: opaque-calls.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: 'fill_cache' has no body in this file: it stays one opaque call
    fill_cache(cache, x);
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: 'Engine::run' is not known, or not understood: it stays one opaque call
    return engine->run(cache, 2);
  }
  Engine* engine;
};
// CHECK: call_function[target=fill_cache](args = (%zeros, %x)
// CHECK: call_function[target=Engine::run](args = (%zeros, 2)
