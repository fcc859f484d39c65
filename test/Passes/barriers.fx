// Nothing moves across the enter or exit of a mode, nothing is merged across it, nothing of it is
// erased, and no pattern matches across it. Assertions stay, and do not hinder merging.
// RUN: fx-opt %s --passes=cse,dce --verify-each --split-input-file | FileCheck %s --check-prefix=MERGE
// RUN: fx-opt %s --passes='replace-pattern<file=%S/Inputs/rules.fx>' --split-input-file | FileCheck %s --check-prefix=PATTERN
// RUN: not fx-opt %s --passes='split-module<by=tag>' --split-input-file 2>&1 | FileCheck %s --check-prefix=SPLIT
// RUN: fx-opt %s --passes='partition<ops=torch.relu|neg;single>' --split-input-file | FileCheck %s --check-prefix=PARTITION

// MERGE: call_function[target=torch.relu](args = (%neg,)
// MERGE-NEXT: call_function[target=torch.no_grad]
// MERGE-NEXT: call_method[target=__enter__](args = (%no_grad,)
// MERGE-NEXT: call_function[target=torch.relu](args = (%neg,)
// MERGE-NEXT: call_method[target=__exit__](args = (%no_grad, None, None, None)
// MERGE-NEXT: call_function[target=torch.relu](args = (%neg,)
// MERGE-NEXT: return
// MERGE-COUNT-1: // -----
// PATTERN: call_method[target=neg]
// PATTERN-COUNT-1: // -----
// SPLIT: error: the parts depend on each other: 'submod_1' -> 'submod_0' -> 'submod_1'
// PARTITION: call_module[target=fused_0]
// PARTITION: %no_grad
// PARTITION-NEXT: %enter
// PARTITION-NEXT: call_module[target=fused_1]
// PARTITION-NEXT: %exit
// PARTITION-NEXT: call_module[target=fused_2]
// PARTITION-COUNT-1: // -----
graph():
    %x : = placeholder[target=x]
    %neg : = call_method[target=neg](args = (%x,), kwargs = {}) meta = {tag: 0}
    %relu_2 : = call_function[target=torch.relu](args = (%neg,), kwargs = {}) meta = {tag: 0}
    %no_grad : = call_function[target=torch.no_grad](args = (), kwargs = {}) meta = {tag: 1}
    %enter : = call_method[target=__enter__](args = (%no_grad,), kwargs = {}) meta = {tag: 1}
    %relu : = call_function[target=torch.relu](args = (%neg,), kwargs = {}) meta = {tag: 1}
    %relu_3 : = call_function[target=torch.relu](args = (%neg,), kwargs = {}) meta = {tag: 1}
    %exit_1 : = call_method[target=__exit__](args = (%no_grad, None, None, None), kwargs = {}) meta = {tag: 1}
    %relu_1 : = call_function[target=torch.relu](args = (%neg,), kwargs = {}) meta = {tag: 0}
    return (%relu, %relu_1, %relu_2)

// -----

// MERGE: torch._assert
// MERGE-COUNT-1: torch.relu
// MERGE-NOT: torch.relu
// MERGE-COUNT-1: // -----
// PATTERN: torch._assert
// PATTERN: torch.nn.functional.gelu
// PATTERN-COUNT-1: // -----
graph():
    %x : = placeholder[target=x]
    %flag : = placeholder[target=flag]
    %neg : = call_method[target=neg](args = (%x,), kwargs = {})
    %_assert : = call_function[target=torch._assert](args = (%flag, "text"), kwargs = {})
    %relu : = call_function[target=torch.relu](args = (%neg,), kwargs = {})
    return %relu

// -----

// PATTERN: call_method[target=neg]
// PATTERN: torch.relu
graph():
    %x : = placeholder[target=x]
    %neg : = call_method[target=neg](args = (%x,), kwargs = {})
    %no_grad : = call_function[target=torch.set_grad_enabled](args = (False,), kwargs = {})
    %relu : = call_function[target=torch.relu](args = (%neg,), kwargs = {})
    return %relu
