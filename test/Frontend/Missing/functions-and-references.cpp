// What the tracer says of std::function, std::reference_wrapper and std::call_once where it does
// not follow them.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <cstdio>
#include <functional>
#include <mutex>

using torch::Tensor;

std::once_flag& flag_elsewhere();

// How often a function copies and ends what it holds is the library's own matter.
struct Speaking {
  int operator()() const { return 1; }
  ~Speaking() { std::puts("end"); }
};
struct CopiedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::function<int()> function = Speaking();
    // CHECK: functions-and-references.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: a copy of an object with a destructor of its own in a std::function (std::ref of the object copies nothing) is not supported yet [copy-into-a-function-with-a-destructor]
    return x;
  }
};
TORCH_MODULE(Copied);

struct Both {
  int operator()() const { return 1; }
  int operator()() { return 2; }
};
struct ConstReferredImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    const Both both;
    std::function<int()> function = std::cref(both);
    // CHECK: functions-and-references.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: a reference to a const or volatile object that has several operator(), of which a function calls one, is not supported yet [reference-to-a-const-callable]
    return x;
  }
};
TORCH_MODULE(ConstReferred);

struct AskedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::function<int()> function = [] { return 1; };
    if (function.target<int (*)()>() == nullptr) return x + 1;
    // CHECK: functions-and-references.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: 'target' of a function is not supported yet [method-of-a-function]
    return x;
  }
};
TORCH_MODULE(Asked);

struct GivenImpl : torch::nn::Module {
  Tensor forward(std::reference_wrapper<Tensor> tensor, Tensor x) {
    return x + tensor.get();
    // CHECK: functions-and-references.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this use of a std::reference_wrapper is not supported yet [reference-wrapper]
  }
};
TORCH_MODULE(Given);

struct OnceImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::call_once(flag_elsewhere(), [] {});
    // CHECK: functions-and-references.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: a std::once_flag that is not known is not supported yet [this-flag]
    return x;
  }
};
TORCH_MODULE(Once);
