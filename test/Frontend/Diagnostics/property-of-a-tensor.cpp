// Sizes, dtypes, devices and lengths of lists are no data: --input tells them, and the message has a
// line to copy with all tensors among the parameters.
// RUN: not fx-clang-trace %s --root=Sizes -- 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: fx-clang-trace %s --root=Sizes --input x=2x3 --input mask=2x3 --emit=fx -- 2>&1 | FileCheck %s --check-prefix=GIVEN
// RUN: not fx-clang-trace %s --root=Type -- 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not fx-clang-trace %s --root=Device -- 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not fx-clang-trace %s --root=Computed -- 2>&1 | FileCheck %s --check-prefix=COMPUTED
// RUN: not fx-clang-trace %s --root=List -- 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: not fx-clang-trace %s --root=Loop -- 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: not fx-clang-trace %s --root=Data --input x=2x3 -- 2>&1 | FileCheck %s --check-prefix=DATA
#include <torch/torch.h>

struct Sizes : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Tensor mask) {
    // SIZES: :[[@LINE+5]]:{{[0-9]+}}: error: the condition of this 'if' depends on the sizes of 'x' and the number of dimensions of 'mask', which the source does not tell [property-of-a-tensor]
    // SIZES: note: 'size' (size) comes from here
    // SIZES: note: give an example of the inputs: --input x=<sizes> --input mask=<sizes>, where sizes are written 2x3x32x32, and another dtype than float32 behind them, 2x8:int64; the graph is then the one for such inputs
    // SIZES: note: or --assume='x.size(0)==mask.dim()=<value>' traces for inputs of which that holds
    // SIZES-NOT: data
    if (x.size(0) == mask.dim()) x = x * mask;
    // GIVEN: operator.mul
    return x;
  }
};

struct Type : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Tensor mask) {
    // TYPE: error: {{.*}} depends on the dtype of 'mask', which the source does not tell
    // TYPE: note: give an example of the inputs: --input x=<sizes> --input mask=<sizes>:<dtype>,
    if (mask.scalar_type() != torch::kBool) mask = mask > 0;
    return x.masked_fill(mask, 0);
  }
};

// The kernels run on the CPU: an example does not tell the device.
struct Device : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // DEVICE: error: {{.*}} depends on the device of 'x', which the source does not tell
    // DEVICE-NOT: note: give an example
    // DEVICE: note: --assume='x.is_cuda()=<value>' traces for inputs of which that holds
    if (x.is_cuda()) x = x.cpu();
    return x;
  }
};

struct Computed : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Tensor skip) {
    const auto both = torch::cat({x, skip}, 1);
    // COMPUTED: error: {{.*}} depends on the sizes of a tensor that is computed from 'x' and 'skip', which
    if (both.size(1) > 4) return both.relu();
    return both;
  }
};

struct List : torch::nn::Module {
  torch::Tensor forward(std::vector<torch::Tensor> features) {
    torch::Tensor sum;
    // LIST: error: {{.*}} depends on the length of 'features', which the source does not tell
    // LIST: note: give an example of the inputs: --input 'features=[<sizes>,<sizes>]',
    for (const auto& feature : features)
      sum = sum.defined() ? sum + feature : feature;
    return sum;
  }
};

// The condition of a loop is another value each time: its bound is what can be said.
struct Loop : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    const auto rows = x.size(0);
    // LOOP: error: the condition of this loop depends on the sizes of 'x'
    // LOOP: note: or --assume='rows=<value>'
    // LOOP-NOT: i<rows=
    for (int64_t i = 0; i < rows; ++i)
      x = x + i;
    return x;
  }
};

struct Data : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // DATA: error: the condition of this 'if' depends on a tensor's value, which is known only when the model runs [value-of-a-tensor]
    // DATA: note: a branch on data cannot stand in a torch.fx graph
    if (x.nonzero().size(0) > 4) return x * 2;
    return x;
  }
};
