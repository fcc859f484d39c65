// An object on the heap that is never deleted and whose destructor does something: a remark, because
// it is not run. Those in scopes are run, and an empty one is no matter.
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s --implicit-check-not=remark
#include <torch/torch.h>

struct Log {
  torch::Tensor* value;
  explicit Log(torch::Tensor* value) : value(value) {}
  ~Log() { *value = *value + 1; }
};

struct Empty {
  int n = 0;
  Empty() {}
  virtual ~Empty() {}
};

struct NetImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: :[[#@LINE+1]]:{{.*}} remark: the destructor of this 'Log' is not run
    auto* kept = new Log(&x);
    auto* empty = new Empty();
    (void)kept;
    (void)empty;
    {
      Log scoped(&x);
    }
    return x;
  }
};
TORCH_MODULE(Net);
// CHECK: operator.add](args = (%x, 1), kwargs = {})
