// With --state=buffers a number that forward changes and a later call reads is a buffer of one
// element: forward reads it where it begins, and fills it where it ends.
// RUN: fx-clang-trace %s --root=Counts --state=buffers -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=Counts --state=buffers --emit=cpp -- 2>/dev/null | FileCheck %s --check-prefix=CPP
// RUN: fx-clang-trace %s --root=Counts --state=buffers --emit=python -- 2>/dev/null | FileCheck %s --check-prefix=PYTHON
// RUN: fx-clang-trace %s --root=Counts --state=buffers --emit=torchscript -- 2>/dev/null | FileCheck %s --check-prefix=TORCHSCRIPT
// RUN: fx-clang-trace %s --root=Counts --state=buffers --passes=cse,dce -- 2>/dev/null | FileCheck %s --check-prefix=PASSES
// RUN: fx-clang-trace %s --root=Types --state=buffers -- 2>/dev/null | FileCheck %s --check-prefix=TYPES
// RUN: fx-clang-trace %s --root=Unread --state=buffers -- 2>&1 | FileCheck %s --check-prefix=UNREAD
#include <torch/torch.h>

struct Counts : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: forward changes the member 'calls', and a later call reads it: the graph keeps it in the buffer 'calls', which is in no state dict, and writes it with fill_ at the end of each call
    calls += 2;
    return x * calls;
  }
  int64_t calls = 5;
};
// CHECK: buffer calls = %full {persistent = False}
// CHECK: %full : {{.*}}torch.full](args = ((), 5), kwargs = {dtype: torch.int64})
// CHECK: %calls : {{.*}}get_attr[target=calls]
// CHECK-NEXT: %item : {{.*}}call_method[target=item](args = (%calls,)
// CHECK-NEXT: %[[OLD:[a-z_0-9]+]] : {{.*}}builtins.int](args = (%item,)
// CHECK-NEXT: %[[NEW:[a-z_0-9]+]] : {{.*}}operator.add](args = (%[[OLD]], 2)
// CHECK-NEXT: %[[OUT:[a-z_0-9]+]] : {{.*}}operator.mul](args = (%x, %[[NEW]])
// CHECK-NEXT: call_method[target=fill_](args = (%calls, %[[NEW]])
// CHECK-NEXT: return %[[OUT]]
// CPP: calls = full;
// CPP: auto item = calls.item<int64_t>();
// CPP: calls.fill_(
// PYTHON: self.register_buffer("calls", full, persistent=False)
// PYTHON: item = self.calls.item()
// PYTHON: self.calls.fill_(
// TORCHSCRIPT: calls : Optional[Tensor]
// TORCHSCRIPT: int(torch.item(calls))
// TORCHSCRIPT: torch.fill_(calls,
// PASSES: call_method[target=fill_]

struct Types : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * half * single + flag;
    half *= 0.5;
    single *= 0.5f;
    flag = !flag;
    phase += 100;
    return y + phase;
  }
  double half = 1;
  float single = 1;
  bool flag = false;
  unsigned char phase = 200;
};
// TYPES-DAG: buffer half = %[[HALF:[a-z_0-9]+]] {persistent = False}
// TYPES-DAG: buffer single = %[[SINGLE:[a-z_0-9]+]] {persistent = False}
// TYPES-DAG: buffer flag = %[[FLAG:[a-z_0-9]+]] {persistent = False}
// TYPES-DAG: buffer phase = %[[PHASE:[a-z_0-9]+]] {persistent = False}
// TYPES: init():
// TYPES-DAG: %[[HALF]] : {{.*}}(args = ((), 1.0), kwargs = {dtype: torch.float64})
// TYPES-DAG: %[[SINGLE]] : {{.*}}(args = ((), 1.0), kwargs = {dtype: torch.float32})
// TYPES-DAG: %[[FLAG]] : {{.*}}(args = ((), 0), kwargs = {dtype: torch.bool})
// TYPES-DAG: %[[PHASE]] : {{.*}}(args = ((), 200), kwargs = {dtype: torch.int64})
// TYPES: graph():
// TYPES: %[[NOT:[a-z_0-9]+]] : {{.*}}operator.not_]
// TYPES: operator.and_](args = ({{.*}}, 255)
// TYPES: %[[INT:[a-z_0-9]+]] : {{.*}}builtins.int](args = (%[[NOT]],)
// TYPES-NEXT: call_method[target=fill_](args = (%flag, %[[INT]])

// What no later call reads needs no buffer.
struct Unread : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // UNREAD: :[[@LINE+1]]:{{[0-9]+}}: remark: forward changes the member 'calls': no later call reads it, and the graph does not keep it
    ++calls;
    return x;
  }
  int calls = 0;
};
// UNREAD-NOT: buffer
