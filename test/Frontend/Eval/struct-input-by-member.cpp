// --input gives the members of a struct that forward takes, each by its path.
// RUN: fx-clang-trace %s --input obs.lidar=2x8 --input obs.pose.mask=2:bool -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --input obs=2x8 -- 2>&1 | FileCheck %s --check-prefix=WHOLE
// RUN: not fx-clang-trace %s --input obs.radar=2x8 -- 2>&1 | FileCheck %s --check-prefix=NONE
// REQUIRES: libtorch
#include <torch/torch.h>

struct Pose {
  torch::Tensor mask;
};
struct Observation {
  torch::Tensor lidar;
  Pose pose;
};
struct Net : torch::nn::Module {
  // WHOLE: error: --input obs=2x8: 'obs' is a struct: give its members, as in --input x.pose=1x3
  // NONE: error: --input obs.radar=2x8: forward has no such parameter
  torch::Tensor forward(const Observation& obs) {
    auto x = obs.lidar;
    // CHECK: remark: 'x.size(1)==8' is true for the example inputs
    if (x.size(1) == 8) x = x.sum(1);
    return x.masked_fill(obs.pose.mask, 0);
  }
};
// CHECK: call_method[target=masked_fill]
