// A header that is not there is named, and the trace goes on; what the model uses of it is refused there.
// LibTorch's own headers for CUDA include those of a toolkit that few machines have.
// RUN: fx-clang-trace %s --root=Plain --emit=fx -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=Synchronised --emit=fx -- 2>&1 | FileCheck %s --check-prefix=USED
// RUN: not fx-clang-trace %s --root=Streams --emit=fx -- 2>&1 | FileCheck %s --check-prefix=STREAMS
#include <ATen/cuda/CUDAContext.h>
#include <cuda_runtime_of_ours.h>
#include <torch/torch.h>

// CHECK: fx-clang: remark: the trace goes on without what is declared in 'cuda_runtime_api.h'{{.*}}'cuda_runtime_of_ours.h'{{.*}}, which were not found [header-not-found]
// CHECK: return relu
struct Plain : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::relu(x); }
};

struct Synchronised : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // USED: absent-headers.cpp:[[@LINE+1]]:5: error: use of undeclared identifier 'cudaDeviceSynchronize'
    cudaDeviceSynchronize();
    return torch::relu(x);
  }
};

struct Streams : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // STREAMS: absent-headers.cpp:[[@LINE+1]]:{{[0-9]+}}: error:
    cudaStream_t stream = at::cuda::getCurrentCUDAStream();
    return torch::relu(x);
  }
};
