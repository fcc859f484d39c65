# Python's whole numbers do not overflow an int, and those of an optional divide as Python's do.
# RUN: fx-opt %s --emit=cpp | FileCheck %s
# CHECK: auto shifted = static_cast<int64_t>(1) << n;
# CHECK: auto both = static_cast<bool>(b & b);
# CHECK: auto half = static_cast<double>(o.value()) / 2;
# CHECK: auto largest = std::max<bool>(b, b);
graph():
    %n : [num_users=1] = placeholder[target=n] meta = {cpp_type: "long"}
    %b : [num_users=2] = placeholder[target=b] meta = {cpp_type: "bool"}
    %o : [num_users=1] = placeholder[target=o] meta = {cpp_type: "c10::optional<int64_t>"}
    %shifted : [num_users=1] = call_function[target=operator.lshift](args = (1, %n), kwargs = {})
    %both : [num_users=1] = call_function[target=operator.and_](args = (%b, %b), kwargs = {})
    %half : [num_users=1] = call_function[target=operator.truediv](args = (%o, 2), kwargs = {})
    %largest : [num_users=1] = call_function[target=builtins.max](args = (%b, %b), kwargs = {})
    return (%shifted, %both, %half, %largest)
