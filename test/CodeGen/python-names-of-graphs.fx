# fx-opt makes the remarks about names in Python that fx-clang-trace makes.
# RUN: fx-opt %s --emit=python 2>&1 | FileCheck %s
# CHECK: remark: the parameter 'in' is 'in_1' in Python, where its name is a keyword [python-parameter-renamed]
# CHECK: remark: 'def' is no plain attribute in Python
module Net {
  def: torch::nn::ReLU
}
graph():
    %in_1 : [num_users=1] = placeholder[target=in]
    %def_1 : [num_users=1] = call_module[target=def](args = (%in_1,), kwargs = {})
    return %def_1
