// What a variable decides is read from the module, although the only block there is has one value: other objects of
// the class have others. A literal of the source is one in the new code.
// RUN: %fx-clang-trace %s --root=Config --mode=eval --passes=fuse-conv-bn --rewrite -- 2>/dev/null | FileCheck %s --check-prefix=CONFIG
// RUN: %fx-clang-trace %s --root=Twice --mode=eval --passes=fuse-conv-bn --rewrite -- 2>/dev/null | FileCheck %s --check-prefix=LATER
// RUN: %fx-clang-trace %s --root=Given --mode=eval --passes=fuse-conv-bn --rewrite -- 2>/dev/null | FileCheck %s --check-prefix=GIVEN
// RUN: %fx-clang-trace %s --root=Instance --mode=eval --passes=fuse-conv-bn --rewrite -- 2>/dev/null | FileCheck %s --check-prefix=TEMPLATE
// RUN: %fx-clang-trace %s --root=Instances --mode=eval --passes=fuse-conv-bn --rewrite -- 2>/dev/null | FileCheck %s --check-prefix=TEMPLATE

#include <torch/torch.h>

using torch::nn::BatchNorm2d;
using torch::nn::Conv2d;
using torch::nn::Conv2dOptions;

struct Settings {
  int64_t stride = 1, groups = 1;
};

struct Config : torch::nn::Module {
  explicit Config(const Settings& settings = {})
      : conv(register_module("conv", Conv2d(Conv2dOptions(4, 4, 3)
                                                .stride(settings.stride)
                                                .dilation(2)
                                                .groups(settings.groups)))) {}
  // CONFIG: + {{.*}}conv->options.stride(),
  // CONFIG-NEXT: + {{.*}}std::vector<int64_t>{0}, 2, conv->options.groups());
  torch::Tensor forward(torch::Tensor x) { return norm(conv(x)); }
  Conv2d conv;
  BatchNorm2d norm{register_module("norm", BatchNorm2d(4))};
};

// Set behind the making, by code that may set other options too.
struct Twice : torch::nn::Module {
  explicit Twice(int64_t stride = 1) { conv->options.stride(stride); }
  // LATER: conv->options.stride()
  torch::Tensor forward(torch::Tensor x) { return norm(conv(x)); }
  Conv2d conv{register_module("conv", Conv2d(Conv2dOptions(4, 4, 3)))};
  BatchNorm2d norm{register_module("norm", BatchNorm2d(4))};
};

// Another class makes it.
struct Taker : torch::nn::Module {
  explicit Taker(const Conv2d& given) : conv(register_module("conv", given)) {}
  // GIVEN: conv->options.stride()
  torch::Tensor forward(torch::Tensor x) { return norm(conv(x)); }
  Conv2d conv;
  BatchNorm2d norm{register_module("norm", BatchNorm2d(4))};
};
struct Given : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return taker->forward(x); }
  std::shared_ptr<Taker> taker{
      register_module("taker", std::make_shared<Taker>(Conv2d(Conv2dOptions(4, 4, 3).stride(2))))};
};

// Another instance of the template has another argument.
template <int Stride>
struct Strided : torch::nn::Module {
  // TEMPLATE: conv->options.stride());
  torch::Tensor forward(torch::Tensor x) { return norm(conv(x)); }
  Conv2d conv{register_module("conv", Conv2d(Conv2dOptions(4, 4, 3).stride(Stride)))};
  BatchNorm2d norm{register_module("norm", BatchNorm2d(4))};
};
struct Instance : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return strided->forward(x); }
  std::shared_ptr<Strided<1>> strided{register_module("strided", std::make_shared<Strided<1>>())};
};
struct Instances : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return b->forward(a->forward(x)); }
  std::shared_ptr<Strided<1>> a{register_module("a", std::make_shared<Strided<1>>())};
  std::shared_ptr<Strided<2>> b{register_module("b", std::make_shared<Strided<2>>())};
};
