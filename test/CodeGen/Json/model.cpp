// A model as JSON: modules with options, nodes with arguments, shapes and places.
// RUN: fx-clang-trace %s --emit=json --input x=2x4x6 -- 2>/dev/null | %python -c "import json, sys; print(json.dumps(json.load(sys.stdin)['models'][0], indent=1))" | FileCheck %s
#include <torch/torch.h>

using torch::indexing::Slice;

struct NetImpl : torch::nn::Module {
  NetImpl() {
    register_module("fc", fc);
    offset = register_buffer("offset", torch::zeros({3}));
  }
  torch::Tensor forward(torch::Tensor x) {
    auto picked = x.index({"...", Slice(0, 4, 2)});
    return fc->forward(x).to(torch::kDouble) + offset + picked.sum();
  }
  torch::nn::Linear fc{torch::nn::LinearOptions(6, 3).bias(false)};
  torch::Tensor offset;
};
TORCH_MODULE(Net);
// CHECK: "class": "Net"
// CHECK: "path": ""
// CHECK: "name": "offset"
// CHECK-NEXT: "role": "buffer"
// CHECK-NEXT: "requires_grad": false
// CHECK-NEXT: "init": "zeros"
// CHECK: "path": "fc"
// CHECK-NEXT: "type": "torch::nn::Linear"
// CHECK-NEXT: "kind": "leaf"
// CHECK: "in_features": 6
// CHECK: "bias": false
// CHECK: "graph": [
// CHECK: "op": "placeholder"
// CHECK: "shape": [
// CHECK-NEXT: 2,
// CHECK-NEXT: 4,
// CHECK-NEXT: 6
// CHECK: "target": "operator.getitem"
// CHECK: "node": "x"
// CHECK: "tuple": [
// CHECK: "ellipsis": true
// CHECK: "slice": [
// CHECK-NEXT: 0,
// CHECK-NEXT: 4,
// CHECK-NEXT: 2
// CHECK: "cpp_name": "picked"
// CHECK: "op": "call_module"
// CHECK: "dtype": "float64"
// CHECK: "op": "output"
