// name() is the name that a constructor gives torch::nn::Module, and without one the class.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  torch::nn::Linear fc{3, 3};
  BlockImpl(const std::string& name) : torch::nn::Module(name + "_block") {
    register_module("fc", fc);
  }
  torch::Tensor forward(torch::Tensor x) { return name() == "a_block" ? fc(x) : fc(x) * 2; }
};
TORCH_MODULE(Block);
struct CloneableBlock : torch::nn::Cloneable<CloneableBlock> {
  CloneableBlock() : torch::nn::Cloneable<CloneableBlock>("cloneable") {}
  void reset() override {}
};
// The class of the whole object makes the virtual base.
struct Left : virtual torch::nn::Module {
  Left() : torch::nn::Module("left") {}
};
struct Right : virtual torch::nn::Module {
  Right() : torch::nn::Module("right") {}
};
struct Plain : torch::nn::Module {};
struct Net : Left, Right {
  Block a{"a"}, b{"b"};
  std::shared_ptr<CloneableBlock> c = std::make_shared<CloneableBlock>();
  std::shared_ptr<Plain> plain = std::make_shared<Plain>();
  Net() : torch::nn::Module("whole") {
    register_module("a", a);
    register_module("b", b);
  }
  // CHECK: %[[A:.*]] = call_module{{.*}}a.fc
  // CHECK-NEXT: %[[B:.*]] = call_module{{.*}}b.fc
  // CHECK-NEXT: operator.mul
  // CHECK-NEXT: operator.add{{.*}} 12345
  torch::Tensor forward(torch::Tensor x) {
    int sum = name() == "whole" ? 10000 : 0;
    sum += a->name() == "a_block" ? 2000 : 0;
    sum += b->name() == "b_block" ? 300 : 0;
    sum += c->name() == "cloneable" ? 40 : 0;
    sum += plain->name() == "Plain" ? 5 : 0;
    return b(a(x)) + sum;
  }
};
