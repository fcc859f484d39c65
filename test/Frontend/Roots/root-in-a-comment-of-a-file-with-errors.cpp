// RUN: split-file %s %t
// RUN: fx-clang-trace %t/elsewhere.cpp -- 2>&1 | FileCheck %s --check-prefix=ELSEWHERE
// RUN: not fx-clang-trace %t/end.cpp -- 2>&1 | FileCheck %s --check-prefix=END --implicit-check-not=error:
// What does not compile outside of the model is passed over where a comment makes it, too; what the
// last line lacks is said as of the file alone, not of what the comment says.

//--- elsewhere.cpp
#include <torch/torch.h>

// fx: root=Net(8)
struct NetImpl : torch::nn::Module {
  NetImpl(int n) : fc(register_module("fc", torch::nn::Linear(n, 4))) {}
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  torch::nn::Linear fc;
};
TORCH_MODULE(Net);
int other() {
  return missing;
}
// ELSEWHERE: %fc : [num_users=1] = call_module[target=fc](args = (%x,), kwargs = {})

//--- end.cpp
#include <torch/torch.h>

// fx: root=Net(8)
struct NetImpl : torch::nn::Module {
  NetImpl(int n) : fc(register_module("fc", torch::nn::Linear(n, 4))) {}
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  torch::nn::Linear fc;
};
TORCH_MODULE(Net)
// END: end.cpp:9:18: error: expected ';' after class
