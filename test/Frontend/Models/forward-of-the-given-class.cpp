// forward is not virtual: a holder calls that of its class, whatever the object is.
// RUN: fx-clang-trace %s --root=Net -- | FileCheck %s
// RUN: not fx-clang-trace %s --root=Any -- 2>&1 | FileCheck %s --check-prefix=ANY
#include <torch/torch.h>

struct BaseImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x.sin(); }
};
TORCH_MODULE(Base);
struct DerivedImpl : BaseImpl {
  torch::Tensor forward(torch::Tensor x) { return x.cos(); }
};
TORCH_MODULE(Derived);

struct Net : torch::nn::Module {
  Base base{std::shared_ptr<BaseImpl>(std::make_shared<DerivedImpl>())};
  Derived derived;
  // CHECK: call_method[target=sin](args = (%x,)
  // CHECK: call_method[target=cos](args = (%sin,)
  torch::Tensor forward(torch::Tensor x) { return derived(base(x)); }
};

struct Any : torch::nn::Module {
  Base base{std::shared_ptr<BaseImpl>(std::make_shared<DerivedImpl>())};
  torch::nn::Sequential body;
  Any() {
    // ANY: :[[#@LINE+1]]:{{[0-9]+}}: error: a 'DerivedImpl' is given as a 'BaseImpl' here
    body->push_back(base);
  }
  torch::Tensor forward(torch::Tensor x) { return body->forward(x); }
};
