// Options can be tensors that the constructor made: the init graph keeps them, and they are read
// back; modules too.
// RUN: fx-opt %s | FileCheck %s
// RUN: fx-opt %s --passes=dce | FileCheck %s
// RUN: sed 's/weight = %%ones/weight = %%one/' %s | not fx-opt - 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// CHECK: loss: torch::nn::BCELoss() {weight = %ones}
// CHECK-NEXT: encoder: torch::nn::TransformerEncoder(encoder_layer = ("torch::nn::TransformerEncoderLayer", {"d_model": 6, "nhead": 2}), num_layers = 1)
// CHECK: init():
// CHECK-NEXT: %ones : {{.*}}call_function[target=torch.ones](args = (4,), kwargs = {})
// CHECK-NOT: unused

// UNKNOWN: error: the init graph has no node '%one'
module Net {
  loss: torch::nn::BCELoss() {weight = %ones}
  encoder: torch::nn::TransformerEncoder(encoder_layer = ("torch::nn::TransformerEncoderLayer", {"d_model": 6, "nhead": 2}), num_layers = 1)
}
init():
    %ones : [num_users=0] = call_function[target=torch.ones](args = (4,), kwargs = {})
graph():
    %x : [num_users=1] = placeholder[target=x]
    %encoder : [num_users=1] = call_module[target=encoder](args = (%x,), kwargs = {})
    return %encoder
