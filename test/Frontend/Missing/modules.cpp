// What the tracer does not know of modules and their forward.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s --implicit-check-not=error:
#include <torch/torch.h>

using torch::Tensor;

struct ScaledImpl : torch::nn::Module {
  Tensor forward(Tensor x, double by) { return x * by; }
  double scale = 2;

protected:
  FORWARD_HAS_DEFAULT_ARGS({1, torch::nn::AnyValue(scale)})
};
TORCH_MODULE(Scaled);

struct DefaultOfAMember : torch::nn::Module {
  DefaultOfAMember() { register_module("layers", layers); }
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this default argument of FORWARD_HAS_DEFAULT_ARGS is not supported yet [default-of-forward-has-default-args]
    return layers->forward(x);
  }
  torch::nn::Sequential layers{Scaled()};
};

struct CounterImpl : torch::nn::Module {
  void forward(int64_t number) { last = number; }
  void forward(const std::string& text) { last = static_cast<int64_t>(text.size()); }
  int64_t last = 0;
};
TORCH_MODULE(Counter);

// The holder knows what the overloads return, as they all return nothing.
struct Overloads : torch::nn::Module {
  Overloads() { register_module("counter", counter); }
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: choosing between overloads of forward is not supported yet [choosing-between-overloads-of-forward]
    counter(2);
    return x;
  }
  Counter counter;
};

struct NullInAList : torch::nn::Module {
  Tensor forward(Tensor x) { return x; }
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this child of a container is not supported yet [child-of-a-container]
  torch::nn::ModuleList list{std::shared_ptr<torch::nn::Module>()};
};

struct CopiedImpl : torch::nn::Module {
  CopiedImpl() = default;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: a copy constructor of a module that copies torch::nn::Module is not supported yet [copy-constructor-of-a-module]
  CopiedImpl(const CopiedImpl& other) : torch::nn::Module(other) {}
  Tensor forward(Tensor x) { return x; }
};
TORCH_MODULE(Copied);

struct Copies : torch::nn::Module {
  Tensor forward(Tensor x) { return second->forward(x); }
  Copied first;
  std::shared_ptr<CopiedImpl> second = std::make_shared<CopiedImpl>(*first);
};

struct OwnTanh : torch::nn::TanhImpl {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: constructing 'torch::nn::TanhImpl' with arguments is not supported yet [construction-with-arguments]
  OwnTanh(const torch::nn::TanhImpl& other) : torch::nn::TanhImpl(other) {}
};

struct DerivedFromAnotherTanh : torch::nn::Module {
  Tensor forward(Tensor x) { return own->forward(x); }
  torch::nn::Tanh tanh;
  std::shared_ptr<OwnTanh> own = std::make_shared<OwnTanh>(*tanh);
};

struct ModuleAsInput : torch::nn::Module {
  Tensor forward(Tensor x, std::shared_ptr<torch::nn::Module> other) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this form of apply is not supported yet [form-of-apply]
    other->apply([](torch::nn::Module& module) { module.train(); });
    return x;
  }
};

struct AssignedImplementation : torch::nn::Module {
  AssignedImplementation() {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: assigning a module of LibTorch's to another, {{.*}} is not supported yet [assignment-of-a-library-module]
    *first = *second;
  }
  Tensor forward(Tensor x) { return first(x); }
  torch::nn::Linear first{3, 3}, second{3, 3};
};
