// A replacement makes modules: each place gets a member of its own for one with weights, where the class makes
// its others, in all objects of the class; a module in a Sequential becomes the new one.
// RUN: %fx-clang-trace %s --root=Net --rules=%s --rewrite -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// RUN: FileCheck %s --check-prefix=SAID --input-file=%t.err
// RUN: %fx-clang-trace %s --root=Net --rules=%s -- 2>/dev/null | FileCheck %s --check-prefix=GRAPH
// SAID: rule 'relu_to_prelu' applied in 5 places: 2 of .relu(), 2 of torch.relu, 1 of torch::nn::ReLU
// SAID: saved weights: torch::load asks for 'a.prelu' and others too, and files saved before do not have it
// GRAPH: %[[A:.*]] : {{.*}} = call_module[target=a.prelu](args = (%a_fc,)
// GRAPH: call_module[target=a.prelu1](args = (%{{.*}},)
// GRAPH: call_module[target=b.prelu](args = (%b_fc,)
// GRAPH: call_module[target=seq.1](args = (%seq_0,)

#include <torch/torch.h>

namespace relu_to_prelu {
torch::Tensor pattern(torch::Tensor x) {
  return torch::relu(x);
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::nn::PReLU(torch::nn::PReLUOptions().init(0.1))(x);
}
} // namespace relu_to_prelu

struct BlockImpl : torch::nn::Module {
  // CHECK:     fc = register_module("fc", torch::nn::Linear(n, n));
  // CHECK-NEXT:+    prelu = register_module("prelu", torch::nn::PReLU(torch::nn::PReLUOptions().init(0.1)));
  // CHECK-NEXT:+    prelu1 = register_module("prelu1", torch::nn::PReLU(torch::nn::PReLUOptions().init(0.1)));
  explicit BlockImpl(int64_t n) {
    // The only module.
    fc = register_module("fc", torch::nn::Linear(n, n));
  }
  // CHECK:-    x = torch::relu(fc(x));
  // CHECK-NEXT:-    return x.relu() + 1;
  // CHECK-NEXT:+    x = prelu(fc(x));
  // CHECK-NEXT:+    return prelu1(x) + 1;
  torch::Tensor forward(torch::Tensor x) {
    x = torch::relu(fc(x));
    return x.relu() + 1;
  }
  // CHECK:+  torch::nn::PReLU prelu{nullptr};
  // CHECK-NEXT:+  torch::nn::PReLU prelu1{nullptr};
  torch::nn::Linear fc{nullptr};
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  Net() {
    a = register_module("a", Block(8));
    b = register_module("b", Block(8));
    // CHECK:-    seq->push_back(torch::nn::ReLU());
    // CHECK-NEXT:+    seq->push_back(torch::nn::PReLU(torch::nn::PReLUOptions().init(0.1)));
    seq->push_back(torch::nn::Linear(8, 8));
    seq->push_back(torch::nn::ReLU());
    register_module("seq", seq);
  }
  torch::Tensor forward(torch::Tensor x) { return seq->forward(b(a(x))); }
  Block a{nullptr}, b{nullptr};
  torch::nn::Sequential seq;
};
