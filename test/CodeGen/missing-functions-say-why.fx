# A function of Python's that a language does not have is refused with the reason that its row gives.
# RUN: not fx-opt %s --emit=torchscript 2>&1 | FileCheck %s --check-prefix=TORCHSCRIPT
# RUN: fx-opt %s --emit=cpp | FileCheck %s --check-prefix=CPP
# RUN: sed 's/math.log2/builtins.range/' %s > %t.fx
# RUN: not fx-opt %t.fx --emit=cpp 2>&1 | FileCheck %s --check-prefix=RANGE
# TORCHSCRIPT: error: %log2: TorchScript has no function math.log2: its numbers have no logarithm to the base 2
# CPP: auto log2 = std::log2(n);
# RANGE: error: %log2: C++ has no builtins.range: a loop is unrolled before it is written [cpp-function-missing]
module Net {
}
graph():
    %n : [num_users=1] = placeholder[target=n] meta = {cpp_type: "int64_t"}
    %log2 : [num_users=1] = call_function[target=math.log2](args = (%n,), kwargs = {})
    return %log2
