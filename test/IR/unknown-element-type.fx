// A shape of what no version of torch holds cannot be read, so that nothing has to count its bytes.
// RUN: not fx-opt %s 2>&1 | FileCheck %s
// RUN: sed 's/float31/float8_e5m2/' %s | fx-opt - --emit=readable | FileCheck %s --check-prefix=LATER
module Net {
}

graph():
  // CHECK: :[[# @LINE + 2]]:{{.*}}error: {{.*}}"dtype": torch.ELEMENT_TYPE
  // LATER: "f8e5m2[2, 3]"
  %x : [num_users=1] = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 3), "dtype": torch.float31}}
  return %x
