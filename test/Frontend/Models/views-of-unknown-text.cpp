// Operators take text as a view of it: c10's with LibTorch 1.13, std's with 2. A view of a string that
// only the run of the model knows is followed while it is an argument, and no longer.
// RUN: fx-clang-trace %s --root=at_once --emit=fx -- | FileCheck %s --check-prefix=NOW
// RUN: fx-clang-trace %s --root=member --emit=fx -- | FileCheck %s --check-prefix=MEMBER
// RUN: not fx-clang-trace %s --root=changed -- 2>&1 | FileCheck %s --check-prefix=CHANGED
// RUN: not fx-clang-trace %s --root=emptied -- 2>&1 | FileCheck %s --check-prefix=EMPTIED
#include <torch/torch.h>

// NOW: call_function[target=torch._C._nn.gelu](args = (%x,), kwargs = {approximate: %mode})
// NOW: call_function[target=torch.div](args = (%gelu, 3), kwargs = {rounding_mode: %mode})
torch::Tensor at_once(torch::Tensor x, std::string mode) {
  return torch::div(torch::gelu(x, mode), 3, mode);
}

struct Input {
  torch::Tensor x;
  std::string mode;
};

// MEMBER: %[[MODE:[a-z_0-9]+]] : {{.*}}getattr](args = (%input_1, mode)
// MEMBER-NOT: getattr
// MEMBER: call_function[target=torch._C._nn.gelu](args = ({{.*}}), kwargs = {approximate: %[[MODE]]})
torch::Tensor member(Input input) {
  return torch::gelu(input.x, input.mode);
}

// CHANGED: :[[@LINE+4]]:{{[0-9]+}}: error: this argument of an operator needs a value that is not known
torch::Tensor changed(torch::Tensor x, std::string mode) {
  c10::string_view view = mode;
  mode = "tanh";
  return torch::gelu(x, view);
}

// EMPTIED: :[[@LINE+4]]:{{[0-9]+}}: error: this argument of an operator needs a value that is not known
torch::Tensor emptied(torch::Tensor x, std::string mode) {
  c10::string_view view = mode;
  mode.clear();
  return torch::gelu(x, view);
}
