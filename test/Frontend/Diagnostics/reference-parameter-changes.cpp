// A forward that gives a reference parameter another value changes its caller's variable, which a graph
// does not: a remark. Inside of the model that is followed.
// RUN: fx-clang-trace %s --root=Norm -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=Others -- 2>&1 | FileCheck %s --check-prefix=OTHERS
// RUN: fx-clang-trace %s --root=Net --emit=fx -- 2>&1 | FileCheck %s --check-prefix=NET --implicit-check-not=remark
#include <torch/torch.h>

struct NormImpl : torch::nn::Module {
  // CHECK: :[[#@LINE+1]]:40: remark: forward gives 'x', a reference, another value: its caller sees that, and the graph does not keep it
  torch::Tensor forward(torch::Tensor& x) {
    x = x.to(torch::kFloat64);
    return x * 2;
  }
};
TORCH_MODULE(Norm);

struct NetImpl : torch::nn::Module {
  NetImpl() { register_module("norm", norm); }
  torch::Tensor forward(torch::Tensor x) {
    auto y = norm->forward(x);
    // NET: %to : {{.*}}call_method[target=to]
    // NET: operator.add](args = (%mul, %to), kwargs = {})
    return y + x;
  }
  Norm norm;
};
TORCH_MODULE(Net);

// What it is given need not be a tensor of the graph.
struct OthersImpl : torch::nn::Module {
  // OTHERS-DAG: remark: forward gives 'x', a reference, another value
  // OTHERS-DAG: remark: forward gives 'n', a reference, another value
  // OTHERS-DAG: remark: forward gives 'list', a reference, another value
  // OTHERS-DAG: remark: forward gives 'mask', a reference, another value
  torch::Tensor forward(torch::Tensor& x, int64_t& n, std::vector<torch::Tensor>& list,
                        torch::optional<torch::Tensor>& mask) {
    auto y = torch::relu(x);
    x = torch::Tensor();
    n = 5;
    list = {y, y};
    mask = torch::nullopt;
    return y;
  }
};
TORCH_MODULE(Others);
