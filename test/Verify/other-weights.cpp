// Parameters that start from other values are a warning, buffers an error; both models are called with the same
// ones, and agree. What only the regenerated model registers cannot be given the same values.
// REQUIRES: libtorch
// RUN: fx-clang-trace %s --root='Weights()' --verify=eval --input 2x4 -- -Wp,-DAS_TRACED 2>&1 | FileCheck %s
// RUN: bash -c "fx-clang-trace %s --root='Buffers()' --verify=eval --input 2x4 -- -Wp,-DAS_TRACED; test \$? = 1" 2>&1 | FileCheck %s --check-prefix=BUFFERS
// RUN: bash -c "fx-clang-trace %s --root='More()' --verify=eval --input 2x4 -- -Wp,-DAS_TRACED; test \$? = 1" 2>&1 | FileCheck %s --check-prefix=MORE
#include <torch/torch.h>

// Options of -W are for warnings, and --verify builds without them: here the trace reads another constructor.
#ifdef AS_TRACED
constexpr bool is_traced = true;
#else
constexpr bool is_traced = false;
#endif

struct WeightsImpl : torch::nn::Module {
  torch::Tensor weight = register_parameter("weight", torch::full({4}, is_traced ? 1.0 : 2.0));
  torch::Tensor forward(torch::Tensor x) { return x * weight; }
};
TORCH_MODULE(Weights);
// CHECK: as constructed: other initial values of 1 parameter, first of parameter 'weight': 4:float32, largest difference
// CHECK: eval: output: 2x4:float32, largest difference 0 absolute
// CHECK: warning: the regenerated model starts from other initial values of parameters than the original

struct BuffersImpl : torch::nn::Module {
  torch::Tensor shift = register_buffer("shift", torch::full({4}, is_traced ? 1.0 : 2.0));
  torch::Tensor forward(torch::Tensor x) { return x + shift; }
};
TORCH_MODULE(Buffers);
// BUFFERS: as constructed: buffer 'shift': 4:float32, largest difference {{.*}}: DIFFERENT
// BUFFERS: eval: output: 2x4:float32, largest difference 0 absolute
// BUFFERS: error: the regenerated model has other initial values than the original; given the same state, it computes the same

struct MoreImpl : torch::nn::Module {
  torch::Tensor scale;
  MoreImpl() {
    if (is_traced) scale = register_parameter("scale", torch::ones({4}));
  }
  torch::Tensor forward(torch::Tensor x) { return is_traced ? x * scale : x; }
};
TORCH_MODULE(More);
// MORE: error: More(): the original's state dict has no parameter 'scale': what is not registered
