// Shared pointers to blocks of the model's own, which a local variable holds first and a statement registers; by
// number, at(), size(), front() and back(). The result is compiled, and computes the same.
// RUN: %fx-clang-trace %s --root=Net --refactor=loop-to-module-list --input 2x4 --verify -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
//      CHECK:eval: the same in 2 calls: {{.*}}
//      CHECK:train: the same in 2 calls: {{.*}}
//      CHECK:+    register_module("blocks", blocks);
// CHECK-NEXT:     for (int64_t i = 0; i < 3; ++i) {
// CHECK-NEXT:       auto block = std::make_shared<BlockImpl>(4);
// CHECK-NEXT:-      register_module("block" + std::to_string(i), block);
// CHECK-NEXT:-      blocks.push_back(block);
// CHECK-NEXT:+      blocks->push_back(block);
//      CHECK:-    for (size_t i = 0; i < blocks.size(); ++i)
// CHECK-NEXT:-      x = blocks[i]->forward(x);
// CHECK-NEXT:-    if (!blocks.empty()) x = x + blocks.front()->forward(x) + blocks.at(1)->forward(x);
// CHECK-NEXT:-    const auto& last = blocks.back();
// CHECK-NEXT:-    return (*last).forward(x);
// CHECK-NEXT:+    for (size_t i = 0; i < blocks->size(); ++i)
// CHECK-NEXT:+      x = blocks[i]->as<BlockImpl>()->forward(x);
// CHECK-NEXT:+    if (!blocks->is_empty()) x = x + blocks[0]->as<BlockImpl>()->forward(x) + blocks->ptr(1)->as<BlockImpl>()->forward(x);
// CHECK-NEXT:+    const auto& last = blocks[blocks->size() - 1];
// CHECK-NEXT:+    return (*last->as<BlockImpl>()).forward(x);
//      CHECK:-  std::vector<std::shared_ptr<BlockImpl>> blocks;
// CHECK-NEXT:+  torch::nn::ModuleList blocks;

#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  explicit BlockImpl(int64_t width) { fc = register_module("fc", torch::nn::Linear(width, width)); }
  torch::Tensor forward(torch::Tensor x) { return torch::relu(fc(x)); }
  torch::nn::Linear fc{nullptr};
};

struct NetImpl : torch::nn::Module {
  NetImpl() {
    for (int64_t i = 0; i < 3; ++i) {
      auto block = std::make_shared<BlockImpl>(4);
      register_module("block" + std::to_string(i), block);
      blocks.push_back(block);
    }
  }
  torch::Tensor forward(torch::Tensor x) {
    for (size_t i = 0; i < blocks.size(); ++i)
      x = blocks[i]->forward(x);
    if (!blocks.empty()) x = x + blocks.front()->forward(x) + blocks.at(1)->forward(x);
    const auto& last = blocks.back();
    return (*last).forward(x);
  }
  std::vector<std::shared_ptr<BlockImpl>> blocks;
};
TORCH_MODULE(Net);
