// What the tracer says of types of which it does not know the names.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <typeinfo>

using torch::Tensor;

const std::type_info& type_elsewhere();

struct ComparedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    if (typeid(int) == type_elsewhere()) return x + 1;
    // CHECK: type-information.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: comparing these types is not supported yet [comparing-these-types]
    return x;
  }
};
TORCH_MODULE(Compared);

struct Info : std::type_info {
  Info() : std::type_info("own") {}
};
struct NamedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    return x + static_cast<int64_t>(std::string(Info().name()).size());
    // CHECK: type-information.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: the name of this type is not supported yet [name-of-this-type]
  }
};
TORCH_MODULE(Named);
