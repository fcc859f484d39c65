// AIM: A parent's forward evaluates its teacher in eval mode and puts it back as it was.
// EXPECT: equal or refused
// INPUT: torch::randn({6, 3})
#include <torch/torch.h>

struct EvalScope {
  torch::nn::Module& module;
  bool was;
  explicit EvalScope(torch::nn::Module& module) : module(module), was(module.is_training()) {
    module.eval();
  }
  ~EvalScope() { module.train(was); }
};
struct Net : torch::nn::Module {
  torch::nn::BatchNorm1d teacher{3}, student{3};
  Net() {
    register_module("teacher", teacher);
    register_module("student", student);
  }
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor wanted;
    {
      EvalScope scope(*teacher);
      wanted = teacher(x).detach();
    }
    return student(x) - wanted + teacher(x);
  }
};
