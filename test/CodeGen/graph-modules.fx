// Modules that passes make of parts become classes inside of the model's, which use what the model holds: keys of its state stay.
// RUN: fx-opt %s --passes='split-module<by=size;size=2>' --emit=python | FileCheck %s --check-prefix=PY
// RUN: fx-opt %s --passes='split-module<by=size;size=2>' --emit=cpp | FileCheck %s --check-prefix=CPP
// RUN: fx-opt %s --passes='split-module<by=size;size=2>' --emit=torchscript | FileCheck %s --check-prefix=TS
// RUN: fx-opt %s --passes='split-module<by=size;size=2>,inline-modules,remove-unused-modules' --emit=python | FileCheck %s --check-prefix=TAKEN

// PY:      class Net(torch.nn.Module):
// PY-NEXT:     class submod_0_module(torch.nn.Module):
// PY-NEXT:         def forward(self, x) -> typing.Tuple[torch.Tensor, int]:
// PY-NEXT:             fc = self.fc(x)
// PY-NEXT:             size = x.size(0);  x = None
// PY-NEXT:             return (fc, size)
// PY:          class submod_1_module(torch.nn.Module):
// PY-NEXT:         def forward(self, fc, size : int):
// PY:          def __init__(self):
// PY:              submod_0 = self.submod_0_module()
// PY-NEXT:         self.submod_0 = submod_0
// PY-NEXT:         object.__setattr__(submod_0, "fc", self.fc)
// PY:          def forward(self, x):
// PY-NEXT:         submod_0 = self.submod_0(x);  x = None

// CPP:      struct NetImpl : torch::nn::Module {
// CPP-NEXT:   struct submod_0_moduleImpl : torch::nn::Module {
// CPP-NEXT:     std::tuple<torch::Tensor, int64_t> forward(torch::Tensor x) {
// CPP:            return {fc_out, size};
// CPP:          torch::nn::Linear fc{nullptr};
// CPP-NEXT:   };
// CPP:        struct submod_1_moduleImpl : torch::nn::Module {
// CPP-NEXT:     torch::Tensor forward(torch::Tensor fc, int64_t size) {
// CPP:        NetImpl() {
// CPP-NEXT:     fc = register_module("fc", torch::nn::Linear({{.*}}
// CPP-NEXT:     submod_0 = std::make_shared<submod_0_moduleImpl>();
// CPP-NEXT:     submod_1 = std::make_shared<submod_1_moduleImpl>();
// CPP-NEXT:     submod_0->fc = fc;
// CPP:          auto submod_0_out = submod_0->forward(x);
// CPP-NEXT:     auto getitem = std::get<0>(submod_0_out);

// TS:      class Net(Module):
// TS:        submod_0 : __torch__.submod_0_module
// TS:      class submod_0_module(Module):
// TS:        fc : __torch__.Linear
// TS-NEXT:   def forward(self: __torch__.submod_0_module,
// TS-NEXT:       x: Tensor) -> Tuple[Tensor, int]:

// TAKEN-NOT: submod
module Net {
  fc: torch::nn::Linear(in_features = 4, out_features = 4)
}
graph():
    %x : [num_users=2] = placeholder[target=x]
    %fc : [num_users=1] = call_module[target=fc](args = (%x,), kwargs = {})
    %size : [num_users=1] = call_method[target=size](args = (%x, 0), kwargs = {})
    %view : [num_users=1] = call_method[target=view](args = (%fc, %size, -1), kwargs = {})
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%view,), kwargs = {})
    return %relu
