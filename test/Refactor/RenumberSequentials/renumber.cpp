// --renumber takes what rules leave out of Sequentials, from lists and with push_back statements, and the key
// map says which saved weights are called otherwise now. The last module of a Sequential stays.
// RUN: %fx-clang-trace %s --root=Net --mode=eval --rules=inference --renumber --key-map=%t.keys -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// RUN: FileCheck %s --check-prefix=KEYS --match-full-lines --strict-whitespace < %t.keys
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
//      CHECK:-      layers->push_back(torch::nn::Dropout(0.1));
//      CHECK:-    if (width > 2) layers->push_back("drop", torch::nn::Dropout(0.1));
// CHECK-NEXT:+    if (width > 2) ;
//      CHECK:-        torch::nn::Dropout(0.3),
// CHECK-NEXT:         torch::nn::Linear(width, 4),
// CHECK-NEXT:-        torch::nn::Dropout(0.5),
// CHECK-NEXT:-        torch::nn::Linear(4, 2), torch::nn::Dropout(0.2)));
// CHECK-NEXT:+        torch::nn::Linear(4, 2)));
//      CHECK:-        {{[{]}}{"a", torch::nn::Linear(2, 2)}, {"drop", torch::nn::Dropout(0.2)}, {"b", torch::nn::Linear(2, 2)}}));
// CHECK-NEXT:-    only = register_module("only", torch::nn::Sequential(torch::nn::Dropout(0.2)));
// CHECK-NEXT:+        {{[{]}}{"a", torch::nn::Linear(2, 2)}, {"b", torch::nn::Linear(2, 2)}}));
// CHECK-NEXT:+    only = register_module("only", torch::nn::Sequential(torch::nn::Identity()));
//      KEYS:head.1	head.0
// KEYS-NEXT:head.3	head.1
// KEYS-NEXT:layers.2	layers.1
//  KEYS-NOT:{{.}}
// REMARK: remark: saved weights: what is 'layers.2.*' there is 'layers.1.*' in the model now

#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  explicit NetImpl(int64_t width = 16) {
    for (int64_t i = 0; i < 2; ++i) {
      layers->push_back(torch::nn::Linear(width, width));
      layers->push_back(torch::nn::Dropout(0.1));
    }
    if (width > 2) layers->push_back("drop", torch::nn::Dropout(0.1));
    register_module("layers", layers);
    // clang-format off
    head = register_module("head", torch::nn::Sequential(
        torch::nn::Dropout(0.3),
        torch::nn::Linear(width, 4),
        torch::nn::Dropout(0.5),
        torch::nn::Linear(4, 2), torch::nn::Dropout(0.2)));
    named = register_module("named", torch::nn::Sequential(
        {{"a", torch::nn::Linear(2, 2)}, {"drop", torch::nn::Dropout(0.2)}, {"b", torch::nn::Linear(2, 2)}}));
    only = register_module("only", torch::nn::Sequential(torch::nn::Dropout(0.2)));
    // clang-format on
  }
  torch::Tensor forward(torch::Tensor x) {
    return only->forward(named->forward(head->forward(layers->forward(x))));
  }
  torch::nn::Sequential layers, head{nullptr}, named{nullptr}, only{nullptr};
};
TORCH_MODULE(Net);
