// Conv1d has its channels first without a batch, and BatchNorm1d takes that dimension for the batch.
// RUN: fx-opt %s '--passes=fuse-conv-bn<input-ranks>' --verify-each | FileCheck %s
// RUN: sed 's/ meta = .*//' %s | fx-opt --passes=fuse-conv-bn 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: remark: this batch normalisation is left: it normalises the channels of the convolution where there are 3 dimensions, and nothing says that there are never 2;
// UNKNOWN: call_module[target=bn]

// CHECK: %conv : {{.*}}call_module[target=conv](args = (%x,)
// CHECK-NEXT: %bn : {{.*}}call_module[target=bn](args = (%conv,)
// CHECK-NEXT: return %bn
module Net [eval] {
  conv: torch::nn::Conv1d(in_channels = 3, out_channels = 4, kernel_size = 3)
  bn: torch::nn::BatchNorm1d(num_features = 4)
}
graph():
    %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (3, 6), "dtype": torch.float32, "stride": (6, 1)}}
    %conv : = call_module[target=conv](args = (%x,), kwargs = {})
    %bn : = call_module[target=bn](args = (%conv,), kwargs = {})
    return %bn
