// What the tracer does not know of the classes around tensors: options, devices, scalars, IValues.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s --implicit-check-not=error:
#include <torch/torch.h>

using torch::Tensor;

struct HalfOfARun : torch::nn::Module {
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: a 'at::Half' of a torch::Scalar that only a run knows is not supported yet [number-of-a-scalar]
    return x * x.sum().item().toHalf();
  }
};

struct HalfOfATensor : torch::nn::Module {
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: a 'c10::BFloat16' of a torch::Scalar that only a run knows is not supported yet [number-of-a-scalar]
    return x * x.sum().item<c10::BFloat16>();
  }
};

struct OptionsAsInput : torch::nn::Module {
  Tensor forward(Tensor x, torch::TensorOptions options) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: reading these tensor options is not supported yet [reading-these-tensor-options]
    return options.requires_grad() ? x : -x;
  }
};

struct AskedOptions : torch::nn::Module {
  Tensor forward(Tensor x) {
    auto options = torch::TensorOptions().dtype(torch::kFloat);
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: 'has_dtype' of tensor options is not supported yet [method-of-tensor-options]
    return options.has_dtype() ? x : -x;
  }
};

struct ViewOfOneNumber : torch::nn::Module {
  Tensor forward(Tensor x) {
    int64_t size = 3;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this construction of 'ArrayRef' is not supported yet [construction-of-this-class]
    return x.view(at::ArrayRef<int64_t>(&size, 1));
  }
};

struct AskedIValue : torch::nn::Module {
  Tensor forward(Tensor x) {
    torch::IValue value(x);
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: 'isTensor' of an IValue is not supported yet [method-of-an-ivalue]
    return value.isTensor() ? x : -x;
  }
};

struct ChangedDevice : torch::nn::Module {
  Tensor forward(Tensor x) {
    torch::Device device(torch::kCUDA);
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: 'set_index' of a device is not supported yet [method-of-a-device]
    device.set_index(1);
    return x.to(device);
  }
};

struct AskedScalar : torch::nn::Module {
  Tensor forward(Tensor x) {
    torch::Scalar scalar(2);
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: 'isBoolean' of a Scalar is not supported yet [method-of-a-scalar]
    return scalar.isBoolean() ? x : -x;
  }
};

struct Scale {
  torch::Scalar by;
};

struct StructAsInput : torch::nn::Module {
  Tensor forward(Tensor x, Scale scale) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: an assignment to a temporary object is not supported yet [assignment-to-a-temporary-object]
    scale.by = torch::Scalar(2);
    return x * scale.by;
  }
};
