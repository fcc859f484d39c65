# A tuple without items has a type in Python and in TorchScript.
# RUN: fx-opt %s --emit=python | FileCheck %s --check-prefix=PYTHON
# RUN: fx-opt %s --emit=torchscript | FileCheck %s --check-prefix=TORCHSCRIPT
# PYTHON: def forward(self, x : typing.Tuple[()], y : typing.Tuple[int, typing.Tuple[()]]) -> typing.Tuple[()]:
# TORCHSCRIPT: x: Tuple[()],
# TORCHSCRIPT-NEXT: y: Tuple[int, Tuple[()]]) -> Tuple[()]:
module Net {
}
graph():
    %x : = placeholder[target=x] meta = {cpp_type: "std::tuple<>"}
    %y : = placeholder[target=y] meta = {cpp_type: "std::tuple<int64_t, std::tuple<>>"}
    return %x meta = {cpp_type: "std::tuple<>"}
