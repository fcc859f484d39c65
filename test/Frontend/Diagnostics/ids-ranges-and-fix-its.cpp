// What is said has an id, the range that it is about, its notes, and what makes the program right:
// in brackets on the terminal, as fields in JSON.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --emit=json -- 2>/dev/null | FileCheck %s --check-prefix=JSON
#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  NetImpl() {
    int* numbers = new int[3];
    // CHECK: [[@LINE+4]]:5: error: this ends an array that new[] made, {{.*}}: write delete[] [delete-of-an-array]
    // CHECK-NEXT: delete numbers;
    // CHECK-NEXT: ^
    // CHECK-NEXT: {{^ *\| *}}[]
    delete numbers;
  }
  torch::Tensor forward(torch::Tensor x) { return x; }
};
TORCH_MODULE(Net);
// JSON:      "severity": "error",
// JSON-NEXT: "id": "delete-of-an-array",
// JSON-NEXT: "message": "this ends an array that new[] made, which C++ gives no meaning: write delete[]",
// JSON:      "range": {
// JSON:      "begin": {
// JSON-NEXT: "line": 14,
// JSON-NEXT: "column": 5
// JSON:      "end": {
// JSON-NEXT: "line": 14,
// JSON-NEXT: "column": 19
// JSON:      "fixits": [
// JSON:      "begin": {
// JSON-NEXT: "line": 14,
// JSON-NEXT: "column": 11
// JSON:      "text": "[]"
