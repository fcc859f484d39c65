// var(x, m) is ambiguous in C++, which has var(x, int) and var(x, bool): a dimension at the end is written as a list.
// RUN: fx-opt %s --emit=cpp | FileCheck %s

// CHECK: torch::var(x, std::vector<int64_t>{0})
// CHECK: torch::std(x, std::vector<int64_t>{m})
// CHECK: torch::var(x, 1, false)
// CHECK: x.var(false)
// CHECK: x.sum(0)
module Net {
}
graph():
    %x : torch.Tensor = placeholder[target=x]
    %a : = call_function[target=torch.var](args = (%x, 0), kwargs = {})
    %n : = call_method[target=dim](args = (%x,), kwargs = {})
    %m : = call_function[target=operator.sub](args = (%n, 1), kwargs = {})
    %b : = call_function[target=torch.std](args = (%x, %m), kwargs = {})
    %c : = call_function[target=torch.var](args = (%x, 1, False), kwargs = {})
    %d : = call_method[target=var](args = (%x, False), kwargs = {})
    %e : = call_method[target=sum](args = (%x, 0), kwargs = {})
    return (%a, %b, %c, %d, %e)
