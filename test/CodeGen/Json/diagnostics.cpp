// The document of --emit=json has what was said, also when nothing was traced; -o is left alone then.
// RUN: not fx-clang-trace %s --emit=json -- 2>/dev/null | %python -m json.tool | FileCheck %s
// RUN: not fx-clang-trace %s --emit=json -o %t.json -- && not ls %t.json
// RUN: not fx-clang-trace %s --root=Good --passes='inline-constants<name=n;value=3>' --emit=json -- 2>/dev/null | %python -m json.tool | FileCheck %s --check-prefix=PASS
// RUN: not fx-clang-trace %s --emit=json --keep-going -- 2>/dev/null | %python -m json.tool | FileCheck %s --check-prefix=SOME
#include <torch/torch.h>

struct GoodImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x; }
};
TORCH_MODULE(Good);

struct BadImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (x.size(0) > 1) x = x + 1;
    return x;
  }
};
TORCH_MODULE(Bad);
// CHECK: "models": []
// CHECK: "severity": "error"
// CHECK-NEXT: "id": "property-of-a-tensor"
// CHECK-NEXT: "message": "the condition of this 'if' depends on the sizes of 'x', which
// CHECK-NEXT: "file": "{{.*}}diagnostics.cpp"
// CHECK-NEXT: "line": 15
// CHECK-NEXT: "column": 19
// CHECK-NEXT: "range": {
// CHECK: "notes": [
// CHECK: "severity": "note"
// PASS: "models": []
// PASS: "severity": "error"
// PASS-NEXT: "id": "inlined-input-missing"
// PASS-NEXT: "message": "the graph has no input 'n'"
// PASS-NEXT: "notes": [
// PASS: "message": "its inputs: x"
// SOME: "models": [
// SOME: "class": "Good"
// SOME: "classes": [
// SOME: "name": "GoodImpl"
// SOME-NEXT: "traced": true
// SOME: "name": "BadImpl"
// SOME-NEXT: "traced": false
// SOME-NEXT: "reason": "{{.*}}diagnostics.cpp:15:19: the condition of this 'if'
