// A summary counts as many bytes as an element of the type has: here of a million elements.
// RUN: sed s/TYPE/bool/ %s | fx-opt - --emit=summary | FileCheck %s -DSIZE=1.00
// RUN: sed s/TYPE/qint8/ %s | fx-opt - --emit=summary | FileCheck %s -DSIZE=1.00
// RUN: sed s/TYPE/bfloat16/ %s | fx-opt - --emit=summary | FileCheck %s -DSIZE=2.00
// RUN: sed s/TYPE/int16/ %s | fx-opt - --emit=summary | FileCheck %s -DSIZE=2.00
// RUN: sed s/TYPE/complex32/ %s | fx-opt - --emit=summary | FileCheck %s -DSIZE=4.00
// RUN: sed s/TYPE/qint32/ %s | fx-opt - --emit=summary | FileCheck %s -DSIZE=4.00
// RUN: sed s/TYPE/complex64/ %s | fx-opt - --emit=summary | FileCheck %s -DSIZE=8.00
// RUN: sed s/TYPE/cdouble/ %s | fx-opt - --emit=summary | FileCheck %s -DSIZE=16.00
// CHECK: Input size (MB): [[SIZE]]
module Net {
}

graph():
  %x : [num_users=1] = placeholder[target=x] meta = {tensor_meta: {"shape": (1000, 1000), "dtype": torch.TYPE}}
  return %x
