// What fx::call cannot take stays as it is, with the reason; the other calls change.
// RUN: fx-clang-trace %s --root=Net --rules=leaf-modules --rewrite -- > %t.diff 2> %t.txt
// RUN: FileCheck %s < %t.txt --implicit-check-not=leaf-call-left
// RUN: grep '^[-+]' %t.diff | FileCheck %s --check-prefix=DIFF --implicit-check-not='{{^[+]}}'
#include <torch/torch.h>

// DIFF: +++
// DIFF: +#include <fx/fx.h>
struct BlockImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::relu(x); }
  torch::Tensor other(torch::Tensor x) { return torch::tanh(x); }
};
TORCH_MODULE(Block);

struct BaseImpl : torch::nn::Module {
  virtual torch::Tensor forward(torch::Tensor x) = 0;
};
struct DerivedImpl : BaseImpl {
  torch::Tensor forward(torch::Tensor x) override { return torch::exp(x); }
};
struct ConstantImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) const { return x + 1; }
};
struct OverloadedImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x + 2; }
  torch::Tensor forward(torch::Tensor x, torch::Tensor y) { return x + y; }
};
struct WritesImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor& x) { return x + 3; }
};
struct SizesImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, std::vector<int64_t> sizes) { return x.sum(sizes); }
};
struct Parts {
  torch::Tensor first;
};
struct MakesImpl : torch::nn::Module {
  Parts forward(torch::Tensor x) { return {x}; }
};
struct CountsImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, int64_t by) { return x * by; }
};
struct DoneImpl : torch::nn::Module {
  void forward(torch::Tensor x) { x.add_(1); }
};

#define RUN(module, x) module->forward(x)

struct NetImpl : torch::nn::Module {
  NetImpl() {
    for (const auto& [name, module] : all)
      register_module(name, module);
    register_module("layers", layers);
    register_module("block", block);
    register_module("derived", derived);
  }
  torch::Tensor forward(torch::Tensor x) {
    // DIFF: +    x = fx::call(block, x);
    x = block(x);
    // CHECK: left.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: fx::call cannot make this call of 'BlockImpl', which stays as it is: 'torch::nn::SequentialImpl::forward' makes it [leaf-call-left]
    x = layers->forward(x);
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: {{.*}} 'BlockImpl', which stays as it is: the module is not registered [leaf-call-left]
    x = loose->forward(x);
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: {{.*}} 'BlockImpl', which stays as it is: the module is not registered [leaf-call-left]
    x = loose(x);
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: {{.*}} 'DerivedImpl', which stays as it is: it knows the module as a 'BaseImpl' [leaf-call-left]
    x = derived->forward(x);
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: {{.*}} 'ConstantImpl', which stays as it is: the module is const [leaf-call-left]
    x = constant->forward(x);
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: {{.*}} 'OverloadedImpl', which stays as it is: forward is overloaded, a template or not public [leaf-call-left]
    x = overloaded->forward(x);
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: {{.*}} 'WritesImpl', which stays as it is: forward takes 'x' by a reference that it may write through [leaf-call-left]
    x = writes->forward(x);
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: {{.*}} 'SizesImpl', which stays as it is: an argument in braces has no type of its own [leaf-call-left]
    x = sizes->forward(x, {1, 2});
    // DIFF: +    x = fx::call(*sizes, x, std::vector<int64_t>{1, 2});
    x = sizes->forward(x, std::vector<int64_t>{1, 2});
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: {{.*}} 'MakesImpl', which stays as it is: fx::register_struct does not make 'Parts' known [leaf-call-left]
    x = makes->forward(x).first;
    for (size_t i = 0; i < 2; ++i)
      // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: {{.*}} 'CountsImpl', which stays as it is: a live graph has no values of the type 'unsigned long' [leaf-call-left]
      x = counts->forward(x, i);
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: {{.*}} 'DoneImpl', which stays as it is: forward returns nothing [leaf-call-left]
    done->forward(x);
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: {{.*}} 'BlockImpl', which stays as it is: a macro has a part in it [leaf-call-left]
    x = RUN(spelled, x);
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: {{.*}} 'BlockImpl', which stays as it is: the module is held by value [leaf-call-left]
    x = by_value.forward(x);
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: {{.*}} 'BlockImpl', which stays as it is: it names the class whose forward it is [leaf-call-left]
    x = block->BlockImpl::forward(x);
    // No call of forward.
    return block->other(x);
  }
  Block block;
  torch::nn::Sequential layers{Block()};
  Block loose;
  std::shared_ptr<BaseImpl> derived = std::make_shared<DerivedImpl>();
  std::shared_ptr<ConstantImpl> changed = std::make_shared<ConstantImpl>();
  std::shared_ptr<const ConstantImpl> constant = changed;
  std::shared_ptr<OverloadedImpl> overloaded = std::make_shared<OverloadedImpl>();
  std::shared_ptr<WritesImpl> writes = std::make_shared<WritesImpl>();
  std::shared_ptr<SizesImpl> sizes = std::make_shared<SizesImpl>();
  std::shared_ptr<MakesImpl> makes = std::make_shared<MakesImpl>();
  std::shared_ptr<CountsImpl> counts = std::make_shared<CountsImpl>();
  std::shared_ptr<DoneImpl> done = std::make_shared<DoneImpl>();
  Block spelled;
  BlockImpl by_value;
  std::vector<std::pair<std::string, std::shared_ptr<torch::nn::Module>>> all{
      {"constant", changed}, {"overloaded", overloaded}, {"writes", writes},
      {"sizes", sizes},      {"makes", makes},           {"counts", counts},
      {"done", done},        {"spelled", spelled.ptr()}};
};
TORCH_MODULE(Net);
