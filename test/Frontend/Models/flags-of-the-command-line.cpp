// A flag of gflags has its default value, whatever its type: registering it changes nothing. A remark
// says so.
// REQUIRES: gflags
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <gflags/gflags.h>

// CHECK-DAG: :[[#@LINE+1]]:1: remark: this flag is taken to have its default value
DEFINE_bool(slow, false, "whether to be slow");
// CHECK-DAG: :[[#@LINE+1]]:1: remark: this flag is taken to have its default value
DEFINE_int32(times, 3, "how often");
// CHECK-DAG: :[[#@LINE+1]]:1: remark: this flag is taken to have its default value
DEFINE_string(handler, "auto", "which handler");

// CHECK-DAG: operator.mul](args = (%x, 3)
// CHECK-DAG: call_method[target=cos](args = (%mul,)
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = FLAGS_slow ? x.sin() : x * FLAGS_times;
    return FLAGS_handler == "auto" ? x.cos() : x.tan();
  }
};
