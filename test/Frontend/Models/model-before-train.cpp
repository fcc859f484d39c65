// What a train() of the program does has not been done to a model that was just made: where forward
// computes something else then, a remark says so, and --strict refuses it.
// RUN: fx-clang-trace %s --root=Frozen -- 2>&1 | FileCheck %s --check-prefix=FROZEN
// RUN: not fx-clang-trace %s --root=Frozen --strict -- 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: fx-clang-trace %s --root=Outer -- 2>&1 | FileCheck %s --check-prefix=OUTER
// RUN: fx-clang-trace %s --root=Trained -- 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: fx-clang-trace %s --root=Counted -- 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: fx-clang-trace %s --root=Frozen --mode=eval -- 2>&1 | FileCheck %s --check-prefix=SAME
// SAME-NOT: remark
#include <torch/torch.h>

struct Frozen : torch::nn::Module {
  Frozen() : norm(register_module("norm", torch::nn::BatchNorm1d(4))) {}
  void train(bool on = true) override {
    torch::nn::Module::train(on);
    norm->eval();
  }
  // FROZEN: :[[#@LINE+3]]:17: remark: before the first train() or eval() of 'Frozen' its forward computes something else
  // FROZEN: training: False
  // STRICT: :[[#@LINE+1]]:17: error: before the first train() or eval() of 'Frozen' its forward computes something else
  torch::Tensor forward(torch::Tensor x) { return norm(x); }
  torch::nn::BatchNorm1d norm;
};

// One of the modules in it.
// OUTER: remark: before the first train() or eval() of 'Outer' its forward computes something else
struct Outer : torch::nn::Module {
  Outer() : frozen(register_module("frozen", std::make_shared<Frozen>())) {}
  torch::Tensor forward(torch::Tensor x) { return frozen->forward(x); }
  std::shared_ptr<Frozen> frozen;
};

// The constructor calls it.
struct Trained : torch::nn::Module {
  Trained() : norm(register_module("norm", torch::nn::BatchNorm1d(4))) { train(); }
  void train(bool on = true) override {
    torch::nn::Module::train(on);
    norm->eval();
    scale = on ? 2 : 3;
  }
  torch::Tensor forward(torch::Tensor x) { return norm(x) * scale; }
  torch::nn::BatchNorm1d norm;
  double scale = 1;
};

// What it changes nothing reads.
struct Counted : torch::nn::Module {
  void train(bool on = true) override {
    torch::nn::Module::train(on);
    ++switched;
  }
  torch::Tensor forward(torch::Tensor x) { return is_training() ? x : -x; }
  int switched = 0;
};
