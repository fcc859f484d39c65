// A module of a class of yours, and a container, is registered as one of LibTorch's is: what runs in it has to be in the mode of the model.
// RUN: %fx-clang-trace %s --root=Net --refactor=register-member -- 2>&1 | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=BODY
// RUN: %fx-clang-trace %s --root=Declared --refactor=register-member -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=DECLARED
// RUN: %fx-clang-trace %s --root=Net '--refactor=register-member<path=block>' --input 2x4 --verify -o %t.patch -- 2>&1 | FileCheck %s --check-prefix=SAME
// REQUIRES: libtorch
// SAME: eval: the same in 2 calls: 1 input
// SAME: train: the same in 2 calls

// The place is that of the call, at the object or anywhere in it.
// RUN: %fx-clang-trace %s --root=Net --refactor=register-member --at=%s:38:9 -- 2>&1 | FileCheck %s --check-prefix=PLACE
// RUN: %fx-clang-trace %s --root=Net --refactor=register-member --at=%s:38:24 -- 2>&1 | FileCheck %s --check-prefix=PLACE
// RUN: not fx-clang-trace %s --root=Net --refactor=register-member --at=%s:24 -- 2>&1 | FileCheck %s --check-prefix=INSIDE
// PLACE-NOT: {{^[+].*}}register_module("layers"
// PLACE: + {{.*}}register_module("block", block);
// PLACE-NOT: {{^[+].*}}register_module("layers"
// INSIDE: error: no module of the model is called and not registered [member-registered-already]

#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  explicit BlockImpl(int64_t size = 4) {
    fc = register_module("fc", torch::nn::Linear(size, size));
  }
  torch::Tensor forward(torch::Tensor x) { return torch::relu(fc(x)); }
  torch::nn::Linear fc{nullptr};
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  Net() {
    block = Block();
    layers->push_back(torch::nn::Linear(4, 4));
    layers->push_back(Block());
    // BODY:+    register_module("block", block);
    // BODY-NEXT:+    register_module("layers", layers);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = block->forward(x);
    return layers->forward(x);
  }
  Block block{nullptr};
  torch::nn::Sequential layers;
};

struct Declared : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return d(c(b->forward(a(x)))); }
  // DECLARED:-  Block a;
  // DECLARED-NEXT:-  std::shared_ptr<BlockImpl> b = std::make_shared<BlockImpl>(4);
  // DECLARED-NEXT:-  Block c{4};
  // DECLARED-NEXT:-  Block d = Block(4);
  // DECLARED-NEXT:+  Block a{register_module("a", Block())};
  // DECLARED-NEXT:+  std::shared_ptr<BlockImpl> b{register_module("b", std::make_shared<BlockImpl>(4))};
  // DECLARED-NEXT:+  Block c{register_module("c", Block{4})};
  // DECLARED-NEXT:+  Block d{register_module("d", Block(4))};
  Block a;
  std::shared_ptr<BlockImpl> b = std::make_shared<BlockImpl>(4);
  Block c{4};
  Block d = Block(4);
};
