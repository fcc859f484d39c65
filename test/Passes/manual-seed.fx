// A seed stays where it is: no random operator moves across it, and it is not erased or merged, even when
// unused random operators are.
// RUN: fx-opt %s --passes='cse,dce<drop-random>' --verify-each | FileCheck %s
// RUN: not fx-opt %s --passes='split-module<by=tag>' 2>&1 | FileCheck %s --check-prefix=SPLIT
// RUN: fx-opt %s --emit=cpp | FileCheck %s --check-prefix=CPP
// RUN: fx-opt %s --emit=python | FileCheck %s --check-prefix=PYTHON
// RUN: fx-opt %s --emit=torchscript | FileCheck %s --check-prefix=TORCHSCRIPT

// CHECK: torch.rand_like
// CHECK-NEXT: torch.manual_seed](args = (3,)
// CHECK-NEXT: torch.manual_seed](args = (3,)
// CHECK-NEXT: torch.rand_like
// CHECK-NEXT: return
// SPLIT: error: the parts depend on each other
// CPP: auto rand_like = torch::rand_like(x);
// CPP-NEXT: torch::manual_seed(3);
// CPP-NEXT: torch::manual_seed(3);
// CPP-NEXT: auto rand_like_1 = torch::rand_like(x);
// PYTHON: manual_seed = torch.manual_seed(3);
// TORCHSCRIPT: {{^}}    torch.manual_seed(3)
graph():
    %x : = placeholder[target=x]
    %rand_like : = call_function[target=torch.rand_like](args = (%x,), kwargs = {}) meta = {tag: 0}
    %manual_seed : = call_function[target=torch.manual_seed](args = (3,), kwargs = {}) meta = {tag: 1}
    %manual_seed_1 : = call_function[target=torch.manual_seed](args = (3,), kwargs = {}) meta = {tag: 1}
    %rand_like_1 : = call_function[target=torch.rand_like](args = (%x,), kwargs = {}) meta = {tag: 0}
    %unused : = call_function[target=torch.rand_like](args = (%x,), kwargs = {}) meta = {tag: 0}
    return (%rand_like, %rand_like_1)
