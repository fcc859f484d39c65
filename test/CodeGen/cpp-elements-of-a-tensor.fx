# torch::tensor wants numbers of one type, where Python's torch.tensor finds the one that holds all.
# RUN: fx-opt %s --emit=cpp | FileCheck %s
module Net {
}
graph():
    %n : [num_users=3] = placeholder[target=n] meta = {cpp_type: "int64_t"}
    %small : [num_users=1] = call_function[target=torch.tensor](args = ([1, 2],), kwargs = {})
    %large : [num_users=1] = call_function[target=torch.tensor](args = ([1, 5000000000],), kwargs = {})
    %known : [num_users=1] = call_function[target=torch.tensor](args = ([%n, 2],), kwargs = {})
    %floats : [num_users=1] = call_function[target=torch.tensor](args = ([%n, 2, 0.5],), kwargs = {})
    %flags : [num_users=1] = call_function[target=torch.tensor](args = ([True, 2],), kwargs = {})
    %least : [num_users=1] = call_function[target=torch.tensor](args = ([1, -2147483648],), kwargs = {})
    %one : [num_users=1] = call_function[target=torch.tensor](args = (%n,), kwargs = {})
    return (%small, %large, %known, %floats, %flags, %least, %one)
# CHECK: auto small = torch::tensor({1, 2});
# CHECK: auto large = torch::tensor({static_cast<int64_t>(1), 5000000000});
# CHECK: auto known = torch::tensor({static_cast<int64_t>(n), static_cast<int64_t>(2)});
# CHECK: auto floats = torch::tensor({static_cast<double>(n), 2.0, 0.5});
# CHECK: auto flags = torch::tensor({static_cast<int64_t>(true), static_cast<int64_t>(2)});
# CHECK: auto least = torch::tensor({static_cast<int64_t>(1), -2147483648});
# CHECK: auto one = torch::tensor(n);
