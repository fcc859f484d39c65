# A whole number to an unknown power may be none: refused in C++ and TorchScript.
# RUN: not fx-opt %s --emit=cpp 2>&1 | FileCheck %s
# RUN: not fx-opt %s --emit=torchscript 2>&1 | FileCheck %s
# CHECK: power-of-whole-numbers.fx:7:5: error: %power: whether a power of whole numbers is one depends on the sign of the exponent, which is not known: make one of them a float
graph():
    %n : [num_users=1] = placeholder[target=n] meta = {cpp_type: "long"}
    %power : [num_users=1] = call_function[target=operator.pow](args = (2, %n), kwargs = {})
    return %power
