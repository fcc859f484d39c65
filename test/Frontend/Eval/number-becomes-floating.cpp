// The conversion of a number to a floating point one is a node where its type decides a result.
// RUN: fx-clang-trace %s --root=Net --emit=fx -- | FileCheck %s
// RUN: fx-clang-trace %s --root=Net --emit=cpp -- | FileCheck %s --check-prefix=CPP
// RUN: fx-clang-trace %s --root=Net --emit=python -- | FileCheck %s --check-prefix=PYTHON
// RUN: fx-clang-trace %s --root=Spared --emit=fx -- | FileCheck %s --check-prefix=SPARED --implicit-check-not=builtins.float
#include <cmath>
#include <torch/torch.h>

double same(double number) {
  return number;
}

struct NetImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: %[[N:size.*]] : {{.*}}call_method[target=size](args = (%x, 0)
    // CHECK: %[[FLOAT:float_.*]] : {{.*}}[target=builtins.float](args = (%[[N]],)
    // CHECK: [target=operator.mul](args = (%x, %[[FLOAT]])
    // CPP: static_cast<double>(size
    // PYTHON: float(size
    double n = x.size(0);
    auto y = x * n;
    // CHECK: %[[DIM:dim.*]] : {{.*}}call_method[target=dim]
    // CHECK: %[[OF_DIM:float_.*]] : {{.*}}[target=builtins.float](args = (%[[DIM]],)
    // CHECK: [target=torch.full](args = ((3,), %[[OF_DIM]])
    y += torch::full({3}, static_cast<float>(x.dim())).sum();
    // CHECK: %[[NEXT:float_.*]] : {{.*}}[target=builtins.float](args = (%size{{.*}},)
    // CHECK: %[[NEGATED:neg.*]] : {{.*}}[target=operator.neg](args = (%[[NEXT]],)
    // CHECK: [target=operator.add](args = (%{{.*}}, %[[NEGATED]])
    y = y + -same(x.size(1));
    // The product of two integers is an integer: one of them is converted.
    // CHECK: %[[FIRST:float_.*]] : {{.*}}[target=builtins.float](args = (%size{{.*}},)
    // CHECK: [target=operator.mul](args = (%[[FIRST]], %size{{.*}})
    y = y * (static_cast<double>(x.size(0)) * static_cast<double>(x.size(1)));
    // Python's floor is an integer.
    // CHECK: %[[FLOOR:floor.*]] : {{.*}}[target=math.floor]
    // CHECK: [target=builtins.float](args = (%[[FLOOR]],)
    y = y * std::floor(x.size(0) * 0.3);
    // CHECK: %[[ITEM:item.*]] : {{.*}}call_method[target=item]
    // CHECK: [target=builtins.float](args = (%[[ITEM]],)
    y = y * x.sum().item<double>();
    // CHECK: %[[MORE:gt.*]] : {{.*}}[target=operator.gt](args = (%size{{.*}}, 3)
    // CHECK: [target=builtins.float](args = (%[[MORE]],)
    double is_more = x.size(0) > 3;
    return y * is_more;
  }
};
TORCH_MODULE(Net);

// Nothing is converted that becomes a float anyway, is compared, or is not used.
struct SparedImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    double n = x.size(0);
    float m = x.size(1);
    [[maybe_unused]] double unused = x.numel();
    // SPARED: [target=builtins.int](args = (%size,)
    // SPARED: [target=operator.truediv](args = (%size, 2.0)
    // SPARED: [target=operator.truediv](args = (%size, %size_1)
    // SPARED: [target=operator.mul](args = (0.5, %size)
    // SPARED: [target=math.sqrt](args = (%size,)
    const int64_t back = static_cast<int64_t>(n);
    return x / (n / 2) + n / m + 0.5 * n + std::sqrt(n) + back;
  }
};
TORCH_MODULE(Spared);
