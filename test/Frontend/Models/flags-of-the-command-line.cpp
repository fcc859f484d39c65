// A flag of gflags has its default value, whatever its type: registering it changes nothing. A remark
// says so, and --assume says what the command line of the program sets.
// REQUIRES: gflags
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --assume=FLAGS_times=7 --assume='FLAGS_handler="other"' -- 2>&1 | FileCheck %s --check-prefix=SET
// RUN: fx-clang-trace %s --assume='FLAGS_times="many"' -- 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: fx-clang-trace %s --assume=FLAGS_times=2.5 -- 2>&1 | FileCheck %s --check-prefix=TYPE
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
// SET: flags-of-the-command-line.cpp:{{.*}} remark: this flag is taken to have its default value; --assume='FLAGS_slow=<value>' says another one
// SET-NOT: remark: this flag
// SET: operator.mul](args = (%x, 7)
// SET: call_method[target=tan](args = (%mul,)
// TYPE: remark: --assume: nothing that was traced reads 'FLAGS_times'
// TYPE: operator.mul](args = (%x, 3)
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = FLAGS_slow ? x.sin() : x * FLAGS_times;
    return FLAGS_handler == "auto" ? x.cos() : x.tan();
  }
};
